/**
 * The joints of words: a continued line, and the signs between adjacent literals. Input: the address of a byte of the text; output: the
 * address after the joint there.
 */

/** The signs of a joint. */
export namespace Sign {
  export const quote: i32 = 0x22;
  export const backslash: i32 = 0x5c;
  export const newline: i32 = 0x0a;
  export const carriageReturn: i32 = 0x0d;
}

/** The end of what separates two literals, or of a continued line; `at` if there is neither. */
export function jointAt(at: usize): usize {
  const first = <i32>load<u8>(at);
  if (first === Sign.backslash) {
    const next: usize = <i32>load<u8>(at + 1) === Sign.carriageReturn ? at + 2 : at + 1;
    return <i32>load<u8>(next) === Sign.newline ? next + 1 : at;
  }
  if (first !== Sign.quote) return at;
  let next = at + 1;
  for (let width = spaceAt(next); width > 0; width = spaceAt(next)) next += width;
  return <i32>load<u8>(next) === Sign.quote ? next + 1 : at;
}

/** The bytes of the white space of regular expressions at an address; 0 for none. */
function spaceAt(at: usize): usize {
  const byte = <u32>load<u8>(at);
  if (byte < 0x80) return byte === 0x20 || byte - 0x09 < 5 ? 1 : 0;
  // U+00A0
  if (byte === 0xc2) return load<u8>(at + 1) === 0xa0 ? 2 : 0;
  if (byte !== 0xe1 && byte !== 0xe2 && byte !== 0xe3 && byte !== 0xef) return 0;
  const all = (byte << 16) | ((<u32>load<u8>(at + 1)) << 8) | <u32>load<u8>(at + 2);
  return isWideSpace(all) ? 3 : 0;
}

/** True for the three bytes of a white space. */
function isWideSpace(bytes: u32): bool {
  // U+2000 to U+200A
  if (bytes - 0xe28080 <= 0x0a) return true;
  switch (bytes) {
    case 0xe19a80: // U+1680
    case 0xe280a8: // U+2028
    case 0xe280a9: // U+2029
    case 0xe280af: // U+202F
    case 0xe2819f: // U+205F
    case 0xe38080: // U+3000
    case 0xefbbbf: // U+FEFF
      return true;
    default:
      return false;
  }
}
