//! Texts as WebKit stores them: in localStorage, and as keys and values of IndexedDB.

/// Returns a text in UTF-16 with the lower byte first.
pub fn utf16(bytes: &[u8]) -> Option<String> {
    let (units, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    let units: Vec<u16> = units.iter().map(|unit| u16::from_le_bytes(*unit)).collect();
    // A text may end in half a character; the rest of it still counts.
    Some(String::from_utf16_lossy(&units))
}

/// Returns a key of IndexedDB that is a text: a version, the type, the number of units, and the units.
pub fn key(bytes: &[u8]) -> Option<String> {
    let rest = bytes.strip_prefix(&[0x00, 0x60])?;
    let (length, units) = rest.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    if units.len() != length.checked_mul(2)? { None } else { utf16(units) }
}

/// Returns a value of IndexedDB that is a text: a version, the type, the number of units with a mark for units of one
/// byte, and the units. What follows them is not needed.
pub fn text(bytes: &[u8]) -> Option<String> {
    const EMPTY: u8 = 17;
    const TEXT: u8 = 16;
    const HAS_BYTES: u32 = 1 << 31;
    let (_version, rest) = bytes.split_first_chunk::<4>()?;
    match rest.split_first()? {
        (&EMPTY, _) => Some(String::new()),
        (&TEXT, rest) => {
            let (length, units) = rest.split_first_chunk::<4>()?;
            let length = u32::from_le_bytes(*length);
            let count = usize::try_from(length & !HAS_BYTES).ok()?;
            if length & HAS_BYTES != 0 {
                return Some(units.get(..count)?.iter().map(|byte| char::from(*byte)).collect());
            }
            utf16(units.get(..count.checked_mul(2)?)?)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_texts_of_both_widths() {
        assert_eq!(text(&[15, 0, 0, 0, 16, 2, 0, 0, 0x80, b'h', 0xe9]).as_deref(), Some("hé"));
        assert_eq!(text(&[15, 0, 0, 0, 16, 1, 0, 0, 0, 0x6e, 0x6f]).as_deref(), Some("潮"));
        assert_eq!(text(&[15, 0, 0, 0, 17]).as_deref(), Some(""));
        assert_eq!(key(&[0, 0x60, 1, 0, 0, 0, b'a', 0]).as_deref(), Some("a"));
    }

    #[test]
    fn refuses_everything_else() {
        for value in [&[][..], &[1, 0, 0, 0], &[1, 0, 0, 0, 2], &[1, 0, 0, 0, 16, 9, 0, 0, 0x80, b'a']] {
            assert_eq!(text(value), None, "{value:?}");
        }
        assert_eq!(text(&[1, 0, 0, 0, 16, 0xff, 0xff, 0xff, 0x7f, 1, 2]), None);
        for bytes in [&[][..], &[0, 0x20, 1], &[0, 0x60, 2, 0, 0, 0, b'a', 0], &[0, 0x60, 0xff, 0xff, 0xff, 0xff]] {
            assert_eq!(key(bytes), None, "{bytes:?}");
        }
        assert_eq!(utf16(&[1]), None);
    }
}
