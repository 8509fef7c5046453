/**
 * Computes Keccak-256 (Ethereum's Keccak with padding 0x01; FIPS 202 defines the permutation). Each lane is a local
 * variable, so that the optimizer keeps it in a register. `b`, `g`, `k`, `m`, `s` name the rows (y), and `a`, `e`, `i`,
 * `o`, `u` name the columns (x).
 *
 * The lanes `be`, `bi`, `go`, `ki`, `mi` and `sa` are held inverted. A round then needs 5 inversions in place of 25, by
 * De Morgan's laws ("Keccak implementation overview", 2.2).
 */

const RATE: usize = 136;
/** Bytes of the state, rounded up to whole vectors. */
const STATE_BYTES: usize = 208;

const STATE: usize = memory.data(STATE_BYTES, 16);
const ONES: u64 = 0xffffffffffffffff;
/** State before the first block: zero, with the inverted lanes. */
const INITIAL: usize = memory.data<u64>(
  [0, ONES, ONES, 0, 0, 0, 0, 0, ONES, 0, 0, 0, ONES, 0, 0, 0, 0, ONES, 0, 0, ONES, 0, 0, 0, 0, 0],
  16,
);
const ROUND_CONSTANTS: usize = memory.data<u64>([
  0x0000000000000001,
  0x0000000000008082,
  0x800000000000808a,
  0x8000000080008000,
  0x000000000000808b,
  0x0000000080000001,
  0x8000000080008081,
  0x8000000000008009,
  0x000000000000008a,
  0x0000000000000088,
  0x0000000080008009,
  0x000000008000000a,
  0x000000008000808b,
  0x800000000000008b,
  0x8000000000008089,
  0x8000000000008003,
  0x8000000000008002,
  0x8000000000000080,
  0x000000000000800a,
  0x800000008000000a,
  0x8000000080008081,
  0x8000000000008080,
  0x0000000080000001,
  0x8000000080008008,
]);
const END_OF_CONSTANTS: usize = ROUND_CONSTANTS + 24 * 8;

/** Hashes `length` bytes at `input` into 32 bytes at `output`, which may overlap the input. */
export function keccak256(input: usize, length: usize, output: usize): void {
  for (let at: usize = 0; at < STATE_BYTES; at += 16) v128.store(STATE + at, v128.load(INITIAL + at));
  while (length >= RATE) {
    absorb(input, RATE);
    permute(0);
    input += RATE;
    length -= RATE;
  }
  const whole = length & ~7;
  absorb(input, whole);
  // These are the bytes that do not fill a lane, and the first bit of the padding after them.
  let last: u64 = (<u64>1) << ((<u64>(length & 7)) << 3);
  for (let at: usize = whole; at < length; at++)
    last |= (<u64>load<u8>(input + at)) << ((<u64>(at & 7)) << 3);
  store<u64>(STATE + whole, load<u64>(STATE + whole) ^ last);
  store<u64>(STATE, load<u64>(STATE, RATE - 8) ^ 0x8000000000000000, RATE - 8);
  permute(output);
}

/** XORs input into the state. `length` is a multiple of 8. */
@inline function absorb(input: usize, length: usize): void {
  for (let at: usize = 0; at < length; at += 8)
    store<u64>(STATE + at, load<u64>(STATE + at) ^ load<u64>(input + at));
}

/**
 * Applies Keccak-f[1600] to STATE. After the last block it writes the hash to `output` instead; before, `output` is 0.
 * Lanes move in place, one round in each iteration: more names or rounds than that need more moves between registers
 * and the stack (measured).
 */
// Long: the 25 words of the state are locals, and the rounds are written out, because the compiler unrolls neither.
function permute(output: usize): void {
  let ba = load<u64>(STATE);
  let be = load<u64>(STATE, 8);
  let bi = load<u64>(STATE, 16);
  let bo = load<u64>(STATE, 24);
  let bu = load<u64>(STATE, 32);
  let ga = load<u64>(STATE, 40);
  let ge = load<u64>(STATE, 48);
  let gi = load<u64>(STATE, 56);
  let go = load<u64>(STATE, 64);
  let gu = load<u64>(STATE, 72);
  let ka = load<u64>(STATE, 80);
  let ke = load<u64>(STATE, 88);
  let ki = load<u64>(STATE, 96);
  let ko = load<u64>(STATE, 104);
  let ku = load<u64>(STATE, 112);
  let ma = load<u64>(STATE, 120);
  let me = load<u64>(STATE, 128);
  let mi = load<u64>(STATE, 136);
  let mo = load<u64>(STATE, 144);
  let mu = load<u64>(STATE, 152);
  let sa = load<u64>(STATE, 160);
  let se = load<u64>(STATE, 168);
  let si = load<u64>(STATE, 176);
  let so = load<u64>(STATE, 184);
  let su = load<u64>(STATE, 192);
  for (let constant = ROUND_CONSTANTS; constant < END_OF_CONSTANTS; constant += 8) {
    let pa = ba ^ ga ^ ka ^ ma ^ sa;
    let pe = be ^ ge ^ ke ^ me ^ se;
    let pi = bi ^ gi ^ ki ^ mi ^ si;
    let po = bo ^ go ^ ko ^ mo ^ so;
    let pu = bu ^ gu ^ ku ^ mu ^ su;
    let ta = pu ^ rotl<u64>(pe, 1);
    let te = pa ^ rotl<u64>(pi, 1);
    let ti = pe ^ rotl<u64>(po, 1);
    let to = pi ^ rotl<u64>(pu, 1);
    let tu = po ^ rotl<u64>(pa, 1);
    ba ^= ta;
    let x = be ^ te;
    be = rotl<u64>(ge ^ te, 44);
    ge = rotl<u64>(gu ^ tu, 20);
    gu = rotl<u64>(si ^ ti, 61);
    si = rotl<u64>(ku ^ tu, 39);
    ku = rotl<u64>(sa ^ ta, 18);
    sa = rotl<u64>(bi ^ ti, 62);
    bi = rotl<u64>(ki ^ ti, 43);
    ki = rotl<u64>(ko ^ to, 25);
    ko = rotl<u64>(mu ^ tu, 8);
    mu = rotl<u64>(so ^ to, 56);
    so = rotl<u64>(ma ^ ta, 41);
    ma = rotl<u64>(bu ^ tu, 27);
    bu = rotl<u64>(su ^ tu, 14);
    su = rotl<u64>(se ^ te, 2);
    se = rotl<u64>(go ^ to, 55);
    go = rotl<u64>(me ^ te, 45);
    me = rotl<u64>(ga ^ ta, 36);
    ga = rotl<u64>(bo ^ to, 28);
    bo = rotl<u64>(mo ^ to, 21);
    mo = rotl<u64>(mi ^ ti, 15);
    mi = rotl<u64>(ke ^ te, 10);
    ke = rotl<u64>(gi ^ ti, 6);
    gi = rotl<u64>(ka ^ ta, 3);
    ka = rotl<u64>(x, 1);
    let b0 = ba;
    let b1 = be;
    let b2 = bi;
    let b3 = bo;
    let b4 = bu;
    ba = b0 ^ (b1 | b2) ^ load<u64>(constant);
    be = b1 ^ (~b2 | b3);
    bi = b2 ^ (b3 & b4);
    bo = b3 ^ (b4 | b0);
    bu = b4 ^ (b0 & b1);
    b0 = ga;
    b1 = ge;
    b2 = gi;
    b3 = go;
    b4 = gu;
    ga = b0 ^ (b1 | b2);
    ge = b1 ^ (b2 & b3);
    gi = b2 ^ (b3 | ~b4);
    go = b3 ^ (b4 | b0);
    gu = b4 ^ (b0 & b1);
    b0 = ka;
    b1 = ke;
    b2 = ki;
    b3 = ko;
    b4 = ku;
    ka = b0 ^ (b1 | b2);
    ke = b1 ^ (b2 & b3);
    ki = b2 ^ (~b3 & b4);
    ko = ~b3 ^ (b4 | b0);
    ku = b4 ^ (b0 & b1);
    b0 = ma;
    b1 = me;
    b2 = mi;
    b3 = mo;
    b4 = mu;
    ma = b0 ^ (b1 & b2);
    me = b1 ^ (b2 | b3);
    mi = b2 ^ (~b3 | b4);
    mo = ~b3 ^ (b4 & b0);
    mu = b4 ^ (b0 | b1);
    b0 = sa;
    b1 = se;
    b2 = si;
    b3 = so;
    b4 = su;
    sa = b0 ^ (~b1 & b2);
    se = ~b1 ^ (b2 | b3);
    si = b2 ^ (b3 & b4);
    so = b3 ^ (b4 | b0);
    su = b4 ^ (b0 & b1);
  }
  if (output != 0) {
    store<u64>(output, ba);
    store<u64>(output, ~be, 8);
    store<u64>(output, ~bi, 16);
    store<u64>(output, bo, 24);
    return;
  }
  store<u64>(STATE, ba);
  store<u64>(STATE, be, 8);
  store<u64>(STATE, bi, 16);
  store<u64>(STATE, bo, 24);
  store<u64>(STATE, bu, 32);
  store<u64>(STATE, ga, 40);
  store<u64>(STATE, ge, 48);
  store<u64>(STATE, gi, 56);
  store<u64>(STATE, go, 64);
  store<u64>(STATE, gu, 72);
  store<u64>(STATE, ka, 80);
  store<u64>(STATE, ke, 88);
  store<u64>(STATE, ki, 96);
  store<u64>(STATE, ko, 104);
  store<u64>(STATE, ku, 112);
  store<u64>(STATE, ma, 120);
  store<u64>(STATE, me, 128);
  store<u64>(STATE, mi, 136);
  store<u64>(STATE, mo, 144);
  store<u64>(STATE, mu, 152);
  store<u64>(STATE, sa, 160);
  store<u64>(STATE, se, 168);
  store<u64>(STATE, si, 176);
  store<u64>(STATE, so, 184);
  store<u64>(STATE, su, 192);
}
