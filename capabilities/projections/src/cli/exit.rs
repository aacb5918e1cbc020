//! Which exit code each outcome has.

use contract::{failure::FailureKind, invoke_error::ErrorKind};

/// The whole mapping from outcomes to exit codes; 0 is success.
pub fn exit_code(kind: ErrorKind) -> u8 {
    match kind {
        ErrorKind::Internal => 1,
        ErrorKind::InvalidInput => 2,
        ErrorKind::Declared(FailureKind::Unavailable) => 3,
        ErrorKind::UnknownCapability | ErrorKind::Declared(FailureKind::NotFound) => 4,
        ErrorKind::Declared(FailureKind::Conflict) => 5,
        ErrorKind::Declared(FailureKind::Invalid) => 6,
        ErrorKind::ApprovalDenied => 7,
        ErrorKind::Declared(FailureKind::Limited) => 8,
    }
}
