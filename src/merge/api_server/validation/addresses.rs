//! The formats of IP addresses and ranges of them, with the messages of the API server.

use std::net::{IpAddr, Ipv4Addr};

use crate::document::Tree;
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::{Constraint, Objections};
use crate::schema::go_quote;

/// Returns the error in an IP address.
pub(crate) fn ip_error(text: &str) -> Option<String> {
    let why = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
    parse_ip(text).is_none().then(|| why.to_owned())
}

/// Reads an IP address (Go: `ParseIPSloppy`, which ignores zeros before a number).
fn parse_ip(text: &str) -> Option<IpAddr> {
    let number = |part: &str| match part.bytes().all(|byte| byte.is_ascii_digit()) {
        true => part.parse().ok(),
        false => None,
    };
    let numbers: Option<Vec<u8>> = text.split('.').map(number).collect();
    let of_numbers = numbers.and_then(|it| <[u8; 4]>::try_from(it).ok());
    of_numbers
        .map(|it| IpAddr::from(Ipv4Addr::from(it)))
        .or_else(|| text.parse().ok())
}

/// A range of IP addresses: those that begin with the same bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cidr {
    address: IpAddr,
    bits: u32,
}

impl Cidr {
    /// Reads a range (Go: `ParseCIDRSloppy`).
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (address, bits) = text.split_once('/')?;
        let address = parse_ip(address)?;
        let bits = bits
            .parse()
            .ok()
            .filter(|_| bits.bytes().all(|byte| byte.is_ascii_digit()))?;
        (bits <= length(address)).then_some(Self { address, bits })
    }

    /// Returns whether another range is a part of this one, and smaller.
    pub(crate) fn has_part(self, other: Self) -> bool {
        let is_same_kind = self.address.is_ipv4() == other.address.is_ipv4();
        is_same_kind && self.bits < other.bits && self.start_of(self.address) == self.start_of(other.address)
    }

    /// Returns the bits of an address that are the same in the whole range.
    fn start_of(self, address: IpAddr) -> u128 {
        let number = match address {
            IpAddr::V4(address) => address.to_bits().into(),
            IpAddr::V6(address) => address.to_bits(),
        };
        number.checked_shr(length(address) - self.bits).unwrap_or(0)
    }
}

fn length(address: IpAddr) -> u32 {
    if address.is_ipv4() { 32 } else { 128 }
}

/// Checks a range of IP addresses. Returns whether it is one.
pub(crate) fn check_range<T: Tree>(
    at: &Cursor<'_, T>,
    name: &str,
    text: &str,
    out: &mut Objections<T>,
) -> bool {
    let is_range = Cidr::parse(text).is_some();
    if !is_range {
        let why = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";
        out.add_invalid_text(at, name, text, why);
        out.mark(Constraint::AddressRange);
    }
    is_range
}

/// Returns the range with one address only, or `None` if the text is not an address or can be the start of a larger range.
pub(crate) fn range_of_one(text: &str) -> Option<String> {
    let address = parse_ip(text)?;
    let is_start = text.ends_with(".0") || text.ends_with("::");
    (!is_start).then(|| format!("{text}/{}", length(address)))
}

/// Returns the error in the name of an IPAddress (Go: `ValidateIPAddressName`).
pub(crate) fn ip_address_error(text: &str) -> Option<String> {
    match text.parse::<IpAddr>() {
        Ok(address) if address.to_string() == text => None,
        Ok(_) => Some("must be a canonical format IP address".to_owned()),
        Err(_) => Some(format!("ParseAddr({}): unable to parse IP", go_quote(text))),
    }
}
