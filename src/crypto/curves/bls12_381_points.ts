/** Points of BLS12-381 in the encoding of EIP-2537, with coordinates of 64 bytes. */
import { type Bytes, concatBytes } from '../../kernel/bytes.js';
import { fromHex } from '../../kernel/hex.js';

/** Size of a field element in bytes. */
export const ELEMENT = 64;

/** Encodes the point with these coordinates in hex. An element of the quadratic extension field is two coordinates. */
export const pointOf = (...coordinates: readonly string[]): Bytes =>
  concatBytes(...coordinates.map((digits) => fromHex(digits.padStart(2 * ELEMENT, '0'))));

/** Generator of the first group; `G2` is that of the second. */
export const G1 = pointOf(
  '17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb',
  '08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1',
);
export const G2 = pointOf(
  '024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8',
  '13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e',
  '0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801',
  '0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be',
);

/** [τ]G2 of the Ethereum ceremony (EIP-4844). */
export const TAU_G2 = pointOf(
  '185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2',
  '15bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72',
  '014353bdb96b626dd7d5ee8599d1fca2131569490e28de18e82451a496a9c9794ce26d105941f383ee689bfbbb832a99',
  '1666c54b0a32529503432fcae0181b4bef79de09fc63671fda5ed1ba9bfa07899495346f3d7ac9cd23048ef30d0a154f',
);
