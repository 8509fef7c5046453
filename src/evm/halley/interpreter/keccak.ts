/**
 * Computes Keccak-256 (Ethereum's Keccak with padding 0x01; FIPS 202 defines the permutation). Each lane is a local
 * variable, so that the optimizer keeps it in a register. `b`, `g`, `k`, `m`, `s` name the rows (y), and `a`, `e`, `i`,
 * `o`, `u` name the columns (x). Capital letters are the lanes of the next round.
 */

const RATE: usize = 136;
const LANES: usize = 25 * 8;

const STATE: usize = memory.data(200, 16);
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
  for (let at: usize = 0; at < LANES; at += 8) store<u64>(STATE + at, 0);
  while (length >= RATE) {
    absorb(input, RATE);
    permute();
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
  permute();
  store<u64>(output, load<u64>(STATE));
  store<u64>(output, load<u64>(STATE, 8), 8);
  store<u64>(output, load<u64>(STATE, 16), 16);
  store<u64>(output, load<u64>(STATE, 24), 24);
}

/** XORs input into the state. `length` is a multiple of 8. */
@inline function absorb(input: usize, length: usize): void {
  for (let at: usize = 0; at < length; at += 8)
    store<u64>(STATE + at, load<u64>(STATE + at) ^ load<u64>(input + at));
}

/** Applies Keccak-f[1600] to STATE, two rounds in each iteration. */
// Long: the 25 words of the state are locals, and the rounds are written out, because the compiler unrolls neither.
function permute(): void {
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
  for (let constant = ROUND_CONSTANTS; constant < END_OF_CONSTANTS; constant += 16) {
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
    let b0 = ba ^ ta;
    let b1 = rotl<u64>(ge ^ te, 44);
    let b2 = rotl<u64>(ki ^ ti, 43);
    let b3 = rotl<u64>(mo ^ to, 21);
    let b4 = rotl<u64>(su ^ tu, 14);
    let Ba = b0 ^ (~b1 & b2) ^ load<u64>(constant);
    let Be = b1 ^ (~b2 & b3);
    let Bi = b2 ^ (~b3 & b4);
    let Bo = b3 ^ (~b4 & b0);
    let Bu = b4 ^ (~b0 & b1);
    b0 = rotl<u64>(bo ^ to, 28);
    b1 = rotl<u64>(gu ^ tu, 20);
    b2 = rotl<u64>(ka ^ ta, 3);
    b3 = rotl<u64>(me ^ te, 45);
    b4 = rotl<u64>(si ^ ti, 61);
    let Ga = b0 ^ (~b1 & b2);
    let Ge = b1 ^ (~b2 & b3);
    let Gi = b2 ^ (~b3 & b4);
    let Go = b3 ^ (~b4 & b0);
    let Gu = b4 ^ (~b0 & b1);
    b0 = rotl<u64>(be ^ te, 1);
    b1 = rotl<u64>(gi ^ ti, 6);
    b2 = rotl<u64>(ko ^ to, 25);
    b3 = rotl<u64>(mu ^ tu, 8);
    b4 = rotl<u64>(sa ^ ta, 18);
    let Ka = b0 ^ (~b1 & b2);
    let Ke = b1 ^ (~b2 & b3);
    let Ki = b2 ^ (~b3 & b4);
    let Ko = b3 ^ (~b4 & b0);
    let Ku = b4 ^ (~b0 & b1);
    b0 = rotl<u64>(bu ^ tu, 27);
    b1 = rotl<u64>(ga ^ ta, 36);
    b2 = rotl<u64>(ke ^ te, 10);
    b3 = rotl<u64>(mi ^ ti, 15);
    b4 = rotl<u64>(so ^ to, 56);
    let Ma = b0 ^ (~b1 & b2);
    let Me = b1 ^ (~b2 & b3);
    let Mi = b2 ^ (~b3 & b4);
    let Mo = b3 ^ (~b4 & b0);
    let Mu = b4 ^ (~b0 & b1);
    b0 = rotl<u64>(bi ^ ti, 62);
    b1 = rotl<u64>(go ^ to, 55);
    b2 = rotl<u64>(ku ^ tu, 39);
    b3 = rotl<u64>(ma ^ ta, 41);
    b4 = rotl<u64>(se ^ te, 2);
    let Sa = b0 ^ (~b1 & b2);
    let Se = b1 ^ (~b2 & b3);
    let Si = b2 ^ (~b3 & b4);
    let So = b3 ^ (~b4 & b0);
    let Su = b4 ^ (~b0 & b1);

    pa = Ba ^ Ga ^ Ka ^ Ma ^ Sa;
    pe = Be ^ Ge ^ Ke ^ Me ^ Se;
    pi = Bi ^ Gi ^ Ki ^ Mi ^ Si;
    po = Bo ^ Go ^ Ko ^ Mo ^ So;
    pu = Bu ^ Gu ^ Ku ^ Mu ^ Su;
    ta = pu ^ rotl<u64>(pe, 1);
    te = pa ^ rotl<u64>(pi, 1);
    ti = pe ^ rotl<u64>(po, 1);
    to = pi ^ rotl<u64>(pu, 1);
    tu = po ^ rotl<u64>(pa, 1);
    b0 = Ba ^ ta;
    b1 = rotl<u64>(Ge ^ te, 44);
    b2 = rotl<u64>(Ki ^ ti, 43);
    b3 = rotl<u64>(Mo ^ to, 21);
    b4 = rotl<u64>(Su ^ tu, 14);
    ba = b0 ^ (~b1 & b2) ^ load<u64>(constant, 8);
    be = b1 ^ (~b2 & b3);
    bi = b2 ^ (~b3 & b4);
    bo = b3 ^ (~b4 & b0);
    bu = b4 ^ (~b0 & b1);
    b0 = rotl<u64>(Bo ^ to, 28);
    b1 = rotl<u64>(Gu ^ tu, 20);
    b2 = rotl<u64>(Ka ^ ta, 3);
    b3 = rotl<u64>(Me ^ te, 45);
    b4 = rotl<u64>(Si ^ ti, 61);
    ga = b0 ^ (~b1 & b2);
    ge = b1 ^ (~b2 & b3);
    gi = b2 ^ (~b3 & b4);
    go = b3 ^ (~b4 & b0);
    gu = b4 ^ (~b0 & b1);
    b0 = rotl<u64>(Be ^ te, 1);
    b1 = rotl<u64>(Gi ^ ti, 6);
    b2 = rotl<u64>(Ko ^ to, 25);
    b3 = rotl<u64>(Mu ^ tu, 8);
    b4 = rotl<u64>(Sa ^ ta, 18);
    ka = b0 ^ (~b1 & b2);
    ke = b1 ^ (~b2 & b3);
    ki = b2 ^ (~b3 & b4);
    ko = b3 ^ (~b4 & b0);
    ku = b4 ^ (~b0 & b1);
    b0 = rotl<u64>(Bu ^ tu, 27);
    b1 = rotl<u64>(Ga ^ ta, 36);
    b2 = rotl<u64>(Ke ^ te, 10);
    b3 = rotl<u64>(Mi ^ ti, 15);
    b4 = rotl<u64>(So ^ to, 56);
    ma = b0 ^ (~b1 & b2);
    me = b1 ^ (~b2 & b3);
    mi = b2 ^ (~b3 & b4);
    mo = b3 ^ (~b4 & b0);
    mu = b4 ^ (~b0 & b1);
    b0 = rotl<u64>(Bi ^ ti, 62);
    b1 = rotl<u64>(Go ^ to, 55);
    b2 = rotl<u64>(Ku ^ tu, 39);
    b3 = rotl<u64>(Ma ^ ta, 41);
    b4 = rotl<u64>(Se ^ te, 2);
    sa = b0 ^ (~b1 & b2);
    se = b1 ^ (~b2 & b3);
    si = b2 ^ (~b3 & b4);
    so = b3 ^ (~b4 & b0);
    su = b4 ^ (~b0 & b1);
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
