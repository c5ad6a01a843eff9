//! The attributes of a file: mode, owner, and extended attributes, which include its ACL.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

use super::calls::FileCalls;

/// The mode, owner and extended attributes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileAttributes {
    #[cfg(unix)]
    mode: u32,
    #[cfg(unix)]
    owner: (u32, u32),
    #[cfg(not(unix))]
    permissions: std::fs::Permissions,
    extended: Vec<extended::ExtendedAttribute>,
}

impl FileAttributes {
    /// Reads the attributes of an open file.
    ///
    /// # Errors
    /// The attributes cannot all be read.
    pub fn read(file: &File) -> io::Result<FileAttributes> {
        FileAttributes::with_metadata(file, &file.metadata()?)
    }

    /// Returns the attributes of the regular file at a path, if they can be read.
    pub fn of_path(path: &Path) -> Option<FileAttributes> {
        // Check first, because opening a pipe would wait for a writer.
        let is_file = std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
        let file = is_file.then(|| File::open(path).ok()).flatten()?;
        FileAttributes::read(&file).ok()
    }

    #[cfg(unix)]
    fn with_metadata(file: &File, metadata: &Metadata) -> io::Result<FileAttributes> {
        use std::os::unix::fs::MetadataExt;
        Ok(FileAttributes {
            mode: metadata.mode() & 0o7777,
            owner: (metadata.uid(), metadata.gid()),
            extended: extended::read_all(file)?,
        })
    }

    #[cfg(not(unix))]
    fn with_metadata(file: &File, metadata: &Metadata) -> io::Result<FileAttributes> {
        Ok(FileAttributes {
            permissions: metadata.permissions(),
            extended: extended::read_all(file)?,
        })
    }

    /// Sets these attributes on a new file. With `best_effort`, an owner that cannot be set is not an error;
    /// the group and others then get no permissions, because they are not the original ones.
    ///
    /// # Errors
    /// The first attribute that cannot be set.
    pub(super) fn give_to(&self, calls: FileCalls<'_>, file: &File, best_effort: bool) -> io::Result<()> {
        let owner_kept = match self.give_owner(calls, file) {
            Err(error) if !best_effort => return Err(error),
            given => given.is_ok(),
        };
        match extended::replace_all(calls, file, &self.extended) {
            Err(error) if !best_effort => return Err(error),
            _ => {}
        }
        // After the owner, because changing it clears the setuid and setgid bits, and after the ACL, which
        // changes the permissions of the group.
        self.give_mode(calls, file, owner_kept)
    }

    #[cfg(unix)]
    fn give_owner(&self, calls: FileCalls<'_>, file: &File) -> io::Result<()> {
        use std::os::unix::fs::{MetadataExt, fchown};
        let made = file.metadata()?;
        if (made.uid(), made.gid()) != self.owner {
            calls.before_attribute("chown")?;
            fchown(file, Some(self.owner.0), Some(self.owner.1))?;
        }
        Ok(())
    }

    #[cfg(unix)]
    fn give_mode(&self, calls: FileCalls<'_>, file: &File, owner_kept: bool) -> io::Result<()> {
        use std::os::unix::fs::PermissionsExt;
        let mode = if owner_kept { self.mode } else { self.mode & 0o700 };
        calls.before_attribute("chmod")?;
        file.set_permissions(std::fs::Permissions::from_mode(mode))
    }

    #[cfg(not(unix))]
    fn give_owner(&self, _: FileCalls<'_>, _: &File) -> io::Result<()> {
        Ok(())
    }

    #[cfg(not(unix))]
    fn give_mode(&self, calls: FileCalls<'_>, file: &File, _: bool) -> io::Result<()> {
        calls.before_attribute("chmod")?;
        file.set_permissions(self.permissions.clone())
    }
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod extended {
    use std::ffi::CString;
    use std::fs::File;
    use std::io;

    use rustix::fs::{
        XattrFlags, fgetxattr, fgetxattr_query, flistxattr, flistxattr_query, fremovexattr, fsetxattr,
    };
    use rustix::io::Errno;

    use crate::terminal::save::calls::FileCalls;

    /// The name and value of an extended attribute.
    pub(super) type ExtendedAttribute = (CString, Vec<u8>);

    /// Attributes that the system maintains for each file and that cannot be copied.
    const SYSTEM_ATTRIBUTES: [&[u8]; 3] = [b"security.ima", b"security.evm", b"com.apple.provenance"];

    /// Returns all extended attributes; empty if the file system has none.
    pub(super) fn read_all(file: &File) -> io::Result<Vec<ExtendedAttribute>> {
        let size = match flistxattr_query(file) {
            Err(Errno::NOTSUP | Errno::NOSYS) => return Ok(Vec::new()),
            size => size?,
        };
        let mut names = vec![0_u8; size];
        let length = flistxattr(file, &mut names[..])?;
        names.truncate(length);
        let names = names.split(|byte| *byte == 0);
        let mut all = Vec::new();
        for name in names.filter(|name| !name.is_empty() && !SYSTEM_ATTRIBUTES.contains(name)) {
            let name = CString::new(name)?;
            let mut value = vec![0_u8; fgetxattr_query(file, &name)?];
            let length = fgetxattr(file, &name, &mut value[..])?;
            value.truncate(length);
            all.push((name, value));
        }
        Ok(all)
    }

    /// Sets exactly these attributes on a file, because a new file can have inherited others from its
    /// directory.
    pub(super) fn replace_all(
        calls: FileCalls<'_>,
        file: &File,
        wanted: &[ExtendedAttribute],
    ) -> io::Result<()> {
        let present = read_all(file)?;
        for attribute in wanted.iter().filter(|attribute| !present.contains(attribute)) {
            calls.before_attribute("setxattr")?;
            fsetxattr(file, &attribute.0, &attribute.1, XattrFlags::empty())?;
        }
        for (name, _) in &present {
            if !wanted.iter().any(|(same, _)| same == name) {
                calls.before_attribute("removexattr")?;
                fremovexattr(file, name)?;
            }
        }
        Ok(())
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
mod extended {
    use std::fs::File;
    use std::io;

    use crate::terminal::save::calls::FileCalls;

    /// Rust has no extended attributes for this system.
    pub(super) type ExtendedAttribute = ();

    pub(super) fn read_all(_: &File) -> io::Result<Vec<ExtendedAttribute>> {
        Ok(Vec::new())
    }

    pub(super) fn replace_all(_: FileCalls<'_>, _: &File, _: &[ExtendedAttribute]) -> io::Result<()> {
        Ok(())
    }
}
