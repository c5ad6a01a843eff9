//! What holds for every assessment, whatever the object and the template are.

use super::cases;
