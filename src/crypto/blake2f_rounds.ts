/**
 * Computes the rounds of BLAKE2b (RFC 7693 3.1, 3.2) in WebAssembly, which has the 64-bit additions and rotations that
 * JavaScript lacks. The module is assembled here, instruction by instruction, on first use. Its memory has the message
 * at 0, followed by the working vector and the schedule. For each of ten rounds the schedule has the offsets of sixteen
 * message words.
 */

export const MESSAGE_AT = 0;
export const VECTOR_AT = 128;
const SCHEDULE_AT = 256;
const WORDS_OF_ROUND = 16;

/** Message words that each round mixes in (RFC 7693 2.7). */
const SIGMA = [
  '0123456789abcdef',
  'ea489fd61c02b753',
  'b8c052fdae367194',
  '7931dcbe265a40f8',
  '905724afe1bc683d',
  '2c6a0b834d75fe19',
  'c51fed4a0763928b',
  'db7ec13950f4862a',
  '6fe9b308c2d714a5',
  'a2847615fb9e3cd0',
];

/** Four words of the vector that each mixing takes: columns, then diagonals. */
const MIXINGS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;

/**
 * Numbers the function's locals. Its parameters are the remaining rounds and the position in the schedule. The vector's
 * words follow.
 */
const [COUNT, POINTER, WORD] = [0, 1, 2];

const I32 = 0x7f;
const I64 = 0x7e;

/** Encodes a number that is not negative in LEB128. An additional bit keeps it positive where it is read as signed. */
function leb(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7) {
    if (rest < 0x40) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const i32 = (value: number): number[] => [0x41, ...leb(value)];
const ADD_I32 = 0x6a;
const ADD_I64 = 0x7c;
const XOR_I64 = 0x85;
const ROTATE_RIGHT_I64 = 0x8a;

/** Loads the message word that the schedule names at `index`. */
const messageWord = (index: number): number[] => [...get(POINTER), 0x2d, 0, index, 0x29, 3, ...leb(MESSAGE_AT)];

/** Computes `d = (d ^ a) rotated`. */
const mixed = (d: number, a: number, bits: number): number[] => [
  ...get(d),
  ...get(a),
  XOR_I64,
  0x42,
  ...leb(bits),
  ROTATE_RIGHT_I64,
  ...set(d),
];

const sum = (into: number, other: number): number[] => [...get(into), ...get(other), ADD_I64, ...set(into)];

function mixing(words: readonly number[], first: number): number[] {
  const [a, b, c, d] = words.map((word) => WORD + word) as [number, number, number, number];
  const half = (index: number, rotateD: number, rotateB: number): number[] => [
    ...sum(a, b),
    ...get(a),
    ...messageWord(index),
    ADD_I64,
    ...set(a),
    ...mixed(d, a, rotateD),
    ...sum(c, d),
    ...mixed(b, c, rotateB),
  ];
  return [...half(first, 32, 24), ...half(first + 1, 16, 63)];
}

/** Advances to the next round of the schedule. The first round follows the last. */
const nextRound = (): number[] => [
  ...get(POINTER),
  ...i32(WORDS_OF_ROUND),
  ADD_I32,
  ...set(POINTER),
  ...get(POINTER),
  ...i32(SCHEDULE_AT + SIGMA.length * WORDS_OF_ROUND),
  0x46,
  0x04,
  0x40,
  ...i32(SCHEDULE_AT),
  ...set(POINTER),
  0x0b,
];

function code(): number[] {
  const words = Array.from({ length: 16 }, (_, i) => i);
  const at = (word: number): number[] => leb(VECTOR_AT + 8 * word);
  return [
    ...words.flatMap((word) => [...i32(0), 0x29, 3, ...at(word), ...set(WORD + word)]),
    ...[0x03, 0x40],
    ...MIXINGS.flatMap((four, i) => mixing(four, 2 * i)),
    ...nextRound(),
    ...[...get(COUNT), ...i32(1), 0x6b, 0x22, COUNT, 0x0d, 0],
    0x0b,
    ...words.flatMap((word) => [...i32(0), ...get(WORD + word), 0x37, 3, ...at(word)]),
    0x0b,
  ];
}

const section = (id: number, bytes: readonly number[]): number[] => [id, ...length(bytes)];
const length = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes];
const unsigned = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >> 7)];
const text = (name: string): number[] => length([...name].map((char) => char.charCodeAt(0)));

const program = (): Uint8Array =>
  Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 2, I32, I32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, ...text('memory'), 2, 0, ...text('mix'), 0, 0]),
    ...section(10, [1, ...length([1, 16, I64, ...code()])]),
  ]);

export interface Blake2Rounds {
  readonly memory: Uint8Array;
  /** Runs `count` rounds, at least one. `first` is the index of the first of them. */
  run(first: number, count: number): void;
}

/** Declares the parts of the runtime's WebAssembly that are used, which Node's types do not have. */
interface Wasm {
  readonly Module: new (program: Uint8Array) => object;
  readonly Instance: new (
    module: object,
  ) => {
    readonly exports: {
      readonly memory: { readonly buffer: ArrayBuffer };
      readonly mix: (count: number, pointer: number) => void;
    };
  };
}

let made: Blake2Rounds | undefined;

/** Returns the shared instance. A caller that pauses must save the vector and the message and restore them. */
export function blake2Rounds(): Blake2Rounds {
  made ??= make();
  return made;
}

function make(): Blake2Rounds {
  const { Module, Instance } = (globalThis as unknown as { readonly WebAssembly: Wasm }).WebAssembly;
  const { memory: own, mix } = new Instance(new Module(program())).exports;
  const memory = new Uint8Array(own.buffer);
  const schedule = SIGMA.flatMap((round) => [...round].map((word) => MESSAGE_AT + 8 * Number.parseInt(word, 16)));
  memory.set(schedule, SCHEDULE_AT);
  return { memory, run: (first, count) => mix(count, SCHEDULE_AT + (first % SIGMA.length) * WORDS_OF_ROUND) };
}
