/**
 * Checks that ibc-go's light client and its proof code verify our headers and stores, which the test reads through
 * CometBFT RPC.
 */
import { ClientState, ConsensusState } from 'cosmjs-types/ibc/lightclients/tendermint/v1/tendermint';
import { describe, expect, it } from 'vitest';
import { comet, devnet, foundGo, go, nanosOf, TEXT, timeOf, useIbcGo } from './ibc_go_kit.js';
import { concat, ourHeader, ourProof } from './our_headers.js';
import { base64, goIsAbsent } from './peers/ibc_go.js';

const DRIFT = 10_000_000_000n;

useIbcGo();

describe.skipIf(goIsAbsent)('ibc-go', () => {
  it('verifies our headers across a change of validators, and the proofs of our stores', async () => {
    const start = (await comet.status()).syncInfo.latestBlockHeight;
    for (const [index, power] of ['0xf', '0x8', '0x0'].entries()) {
      const { validators } = await comet.validatorsAll(start);
      const address = `0x${Buffer.from(validators[index]?.address as Uint8Array).toString('hex')}`;
      await devnet.provider.request({ method: 'halley_setValidatorPower', params: [address, power] });
    }
    await devnet.mine({ blocks: 4 });
    const head = (await comet.status()).syncInfo.latestBlockHeight;
    expect((await comet.block(head)).block.header.validatorsHash).not.toEqual(
      (await comet.block(start)).block.header.validatorsHash,
    );

    const first = (await comet.commit(start)).header;
    const { clientState: specs } = await foundGo();
    const now = nanosOf(timeOf((await comet.commit(head)).header.time)) + DRIFT / 2n;
    const state = ClientState.encode({
      ...ClientState.decode(specs),
      chainId: devnet.chainId,
      latestHeight: { revisionNumber: 1n, revisionHeight: BigInt(start) },
    }).finish();
    const consensus = ConsensusState.encode({
      timestamp: timeOf(first.time),
      root: { hash: first.appHash },
      nextValidatorsHash: first.nextValidatorsHash,
    }).finish();
    const made = await go.ask({
      op: 'create',
      client_state: base64(state),
      consensus_state: base64(consensus),
      now: Number(now),
    });
    const id = made['client'];
    const update = (header: Uint8Array) =>
      go.ask({ op: 'update', client: id, header: base64(header), now: Number(now) });
    expect(await update(await ourHeader(start + 1, start))).toEqual({ height: start + 1 });
    expect(await update(await ourHeader(head, start + 1))).toEqual({ height: head });

    const forged = await ourHeader(head, start + 1);
    const { appHash } = (await comet.commit(head)).header;
    const at = Buffer.from(forged).indexOf(Buffer.from(appHash));
    forged[at] = (forged[at] as number) ^ 1;
    await expect(update(forged)).rejects.toThrow(/header|commit/);

    const key = concat(Uint8Array.of(0), TEXT.encode('ahalley'));
    const there = await ourProof(head - 1, 'bank', key);
    const verify = (asked: object) =>
      go.ask({ op: 'verify', client: id, revision: 1, height: head, store: 'bank', now: Number(now), ...asked });
    const proof = base64(there.proof);
    expect(await verify({ key: base64(key), value: base64(there.value), proof })).toEqual({ ok: true });
    await expect(verify({ key: base64(key), value: base64(TEXT.encode('1')), proof })).rejects.toThrow('proof');
    await expect(verify({ key: base64(key), value: base64(there.value), proof, height: start + 1 })).rejects.toThrow();
    const absent = concat(Uint8Array.of(0), TEXT.encode('anothere'));
    const nothing = await ourProof(head - 1, 'bank', absent);
    expect(nothing.value).toHaveLength(0);
    expect(await verify({ key: base64(absent), proof: base64(nothing.proof) })).toEqual({ ok: true });
    await expect(verify({ key: base64(key), proof: base64(nothing.proof) })).rejects.toThrow();
  });
});
