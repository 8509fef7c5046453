import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Any } from '../../../src/codec/cosmos/base.js';
import { decodeTxRaw, wrapDecodedEthereumTx, wrapEthereumTx } from '../../../src/codec/cosmos/tx.js';
import { decodeEthereumTx } from '../../../src/codec/ethereum/tx.js';
import { ProtoWriter } from '../../../src/codec/protobuf/index.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { type Bytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { TestChain } from '../support/chain.js';
import { dev, GWEI, signExactly } from '../support/wallet.js';

beforeAll(installFastCrypto);

let chain: TestChain;
beforeEach(async () => {
  chain = await TestChain.open();
});

const PLAIN = {
  type: 'eip1559',
  chainId: 31337,
  nonce: 0,
  gas: 21_000n,
  to: dev(1).address,
  maxFeePerGas: 2n * GWEI,
  maxPriorityFeePerGas: GWEI,
} as const;

describe('an envelope', () => {
  const raw = () => signExactly(dev(0), PLAIN);
  const tried = async (tx: Bytes) => {
    const { code, codespace, log } = await chain.app.checkTx({ tx, type: 'new' });
    return { code, codespace, log };
  };

  it('is refused with the code of a parse error when it is invalid', async () => {
    for (const bytes of [Uint8Array.of(1, 2, 3), Uint8Array.of(0x0a, 200)]) {
      const { code, codespace, log } = await tried(bytes);
      expect({ code, codespace }).toEqual({ code: 2, codespace: 'sdk' });
      expect(log).toMatch(/: tx parse error$/);
    }
    expect((await tried(EMPTY_BYTES)).log).toBe('must contain at least one message: invalid request');
  });

  it('with an unknown message is refused by the message’s name', async () => {
    const message = Any.encode({ typeUrl: '/cosmos.nft.v1beta1.MsgSend', value: EMPTY_BYTES });
    const body = new ProtoWriter().message(1, message).finish();
    expect(await tried(new ProtoWriter().bytes(1, body).finish())).toEqual({
      code: 2,
      codespace: 'sdk',
      // Dev messages are not listed, because no caller can send one.
      log: expect.stringMatching(
        /^unable to resolve type URL \/cosmos.nft.v1beta1.MsgSend: tx parse error; the message types of this chain are \/cosmos.auth.v1beta1.MsgUpdateParams, \/cosmos.authz.v1beta1.MsgExec, ((?!halley.dev).)*\/ibc.core.connection.v1.MsgUpdateParams$/,
      ),
    });
  });

  it('is read once for all callers, until a block has executed it', async () => {
    const tx = chain.wrap(await raw());
    const read = chain.app.transaction(tx);
    expect(read?.from).toEqual(dev(0).bytes);
    await tried(tx);
    expect(chain.app.transaction(tx)).toBe(read);
    await chain.block(tx);
    expect(chain.app.transaction(tx)).toEqual(read);
    expect(chain.app.transaction(tx)).not.toBe(read);
  });

  it('that claims another sender is refused', async () => {
    expect(await tried(wrapEthereumTx(await raw(), dev(1).bytes, 'ahalley'))).toEqual({
      code: 24,
      codespace: 'sdk',
      log:
        `signature verification failed: the envelope names ${dev(1).address}, the signature recovers to ${dev(0).address}: ` +
        'tx intended signer does not match the given signer',
    });
  });

  it('is refused for every field that an Ethereum transaction does not use', async () => {
    const good = decodeTxRaw(wrapEthereumTx(await raw(), dev(0).bytes, 'ahalley'));
    const { bodyBytes, authInfoBytes } = good;
    const join = (...parts: Bytes[]): Bytes => Uint8Array.from(parts.flatMap((part) => [...part]));
    const make = (body: Bytes, auth: Bytes, signatures: Bytes[] = []): Bytes =>
      new Uint8Array(TxRaw.encode({ bodyBytes: body, authInfoBytes: auth, signatures }).finish());
    const field = (write: (out: ProtoWriter) => void): Bytes => {
      const out = new ProtoWriter();
      write(out);
      return out.finish();
    };
    const cases: [Bytes, string][] = [
      [make(bodyBytes, authInfoBytes, [new Uint8Array(65)]), 'for eth tx Signatures should be empty'],
      [
        make(
          join(
            bodyBytes,
            field((w) => w.string(2, 'hi')),
          ),
          authInfoBytes,
        ),
        'for eth tx body Memo TimeoutHeight',
      ],
      [
        make(
          join(
            bodyBytes,
            field((w) => w.uint(3, 9)),
          ),
          authInfoBytes,
        ),
        'for eth tx body Memo TimeoutHeight',
      ],
      [make(join(bodyBytes, bodyBytes), authInfoBytes), 'expected 1 message, got 2'],
      [
        make(
          bodyBytes,
          join(
            authInfoBytes,
            field((w) => w.message(1, EMPTY_BYTES)),
          ),
        ),
        'AuthInfo SignerInfos should be empty',
      ],
      [
        make(
          bodyBytes,
          join(
            authInfoBytes,
            field((w) => w.message(3, EMPTY_BYTES)),
          ),
        ),
        'authInfo.Tip must be nil',
      ],
      [make(bodyBytes, EMPTY_BYTES), 'authInfo.Fee should not be nil'],
      [
        make(
          bodyBytes,
          field((w) =>
            w.message(
              2,
              field((f) => f.uint(2, 21000).string(3, 'halley1x')),
            ),
          ),
        ),
        'AuthInfo Fee payer and granter should be empty',
      ],
      [
        make(
          bodyBytes,
          field((w) =>
            w.message(
              2,
              field((f) => f.uint(2, 22000)),
            ),
          ),
        ),
        'invalid AuthInfo Fee (amount "", gas 22000)',
      ],
    ];
    for (const [tx, text] of cases) {
      const { code, log } = await tried(tx);
      expect(code).toBe(18);
      expect(log).toContain(text);
    }
  });

  it('in another denom is not canonical', async () => {
    const bytes = await raw();
    const { code, log } = await tried(wrapDecodedEthereumTx(decodeEthereumTx(bytes), bytes, dev(0).bytes, 'uatom'));
    expect(code).toBe(18);
    expect(log).toContain('invalid AuthInfo Fee (amount "42000000000000uatom", gas 21000)');
  });
});
