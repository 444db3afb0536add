import { UserError } from "../base/errors.ts";

/** Reads a range of bytes from its start to its end. Each read throws a UserError where the range is too short. */
export type BinaryReader = {
  readonly isAtEnd: () => boolean;
  readonly byte: () => number;
  /** An unsigned number of 32 bits in LEB128. */
  readonly number: () => number;
  /** A length and as many bytes, one character a byte. */
  readonly text: () => string;
  /** A length and a range of as many bytes, which is passed over. */
  readonly range: () => BinaryReader;
};

/** Bytes of a 32-bit number in LEB128 at the most. */
const maxNumberBytes = 5;

/** A reader of WebAssembly's binary format. */
export function readerOf(bytes: Uint8Array): BinaryReader {
  let at = 0;
  const byte = () => {
    const value = bytes[at++];
    if (value === undefined) throw damaged("it ends too early");
    return value;
  };
  const number = () => {
    let value = 0;
    for (let place = 0; place < maxNumberBytes; place++) {
      const next = byte();
      value += (next & 0x7f) * 2 ** (7 * place);
      if (next < 0x80 && value < 2 ** 32) return value;
    }
    throw damaged("a number has more than 32 bits");
  };
  const taken = () => {
    const length = number();
    if (length > bytes.length - at) throw damaged("a part of it is longer than the whole");
    at += length;
    return bytes.subarray(at - length, at);
  };
  return {
    isAtEnd: () => at >= bytes.length,
    byte,
    number,
    text: () => Buffer.from(taken()).toString("latin1"),
    range: () => readerOf(taken()),
  };
}

function damaged(reason: string): UserError {
  return new UserError(`It is a damaged WebAssembly module: ${reason}.`);
}
