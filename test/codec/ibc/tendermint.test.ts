/** Compares a light client's state with cosmjs-types. */
import { ProofSpec as TheirSpec } from 'cosmjs-types/cosmos/ics23/v1/proofs';
import * as theirs from 'cosmjs-types/ibc/lightclients/tendermint/v1/tendermint';
import { describe, expect, it } from 'vitest';
import { ClientHeader, ClientMisbehaviour, ClientState, ConsensusState } from '../../../src/codec/ibc/tendermint.js';
import { IAVL_SPEC, ProofSpec, SDK_SPECS, TENDERMINT_SPEC } from '../../../src/codec/merkle/ics23_spec.js';
import { NANOS_PER_SECOND as SECOND } from '../../../src/kernel/time.js';

const height = (revisionHeight: bigint) => ({ revisionNumber: 1n, revisionHeight });

const state: ClientState = {
  chainId: 'hub-1',
  trustLevel: { numerator: 1n, denominator: 3n },
  trustingPeriod: 14n * 86_400n * SECOND,
  unbondingPeriod: 21n * 86_400n * SECOND,
  maxClockDrift: 10n * SECOND + 5n,
  frozenHeight: { revisionNumber: 0n, revisionHeight: 0n },
  latestHeight: height(300n),
  proofSpecs: SDK_SPECS,
  upgradePath: ['upgrade', 'upgradedIBCState'],
  allowUpdateAfterExpiry: false,
  allowUpdateAfterMisbehaviour: true,
};

describe("a light client's state", () => {
  it('is read by cosmjs-types as we wrote it', () => {
    const read = theirs.ClientState.decode(ClientState.encode(state));
    expect(read).toMatchObject({
      chainId: 'hub-1',
      trustLevel: state.trustLevel,
      trustingPeriod: { seconds: 1_209_600n, nanos: 0 },
      unbondingPeriod: { seconds: 1_814_400n, nanos: 0 },
      maxClockDrift: { seconds: 10n, nanos: 5 },
      frozenHeight: state.frozenHeight,
      latestHeight: state.latestHeight,
      upgradePath: state.upgradePath,
      allowUpdateAfterMisbehaviour: true,
    });
    expect(read.proofSpecs.map((spec) => spec.innerSpec?.childOrder)).toEqual([
      [0, 1],
      [0, 1],
    ]);
    expect(ClientState.decode(theirs.ClientState.encode(read).finish())).toEqual(state);
  });

  it('includes the consensus state at a height', () => {
    const consensus: ConsensusState = {
      timestamp: 1_700_000_000n * SECOND + 7n,
      root: { hash: new Uint8Array(32).fill(1) },
      nextValidatorsHash: new Uint8Array(32).fill(2),
    };
    const read = theirs.ConsensusState.decode(ConsensusState.encode(consensus));
    expect(read).toMatchObject({
      timestamp: { seconds: 1_700_000_000n, nanos: 7 },
      root: consensus.root,
      nextValidatorsHash: consensus.nextValidatorsHash,
    });
    expect(ConsensusState.encode(consensus)).toEqual(theirs.ConsensusState.encode(read).finish());
  });
});

describe('an update of a light client', () => {
  it('is a header with its trusted height and validators', () => {
    const theirHeader = theirs.Header.fromPartial({
      signedHeader: { header: { chainId: 'hub-1', height: 5n }, commit: { height: 5n, round: 1 } },
      validatorSet: { totalVotingPower: 7n },
      trustedHeight: height(4n),
      trustedValidators: { totalVotingPower: 8n },
    });
    const bytes = theirs.Header.encode(theirHeader).finish();
    const read = ClientHeader.decode(bytes);
    expect(read.trustedHeight).toEqual(height(4n));
    expect(ClientHeader.encode(read)).toEqual(bytes);

    const misbehaviour = { clientId: '07-tendermint-1', header1: read, header2: read };
    const theirBytes = theirs.Misbehaviour.encode(
      theirs.Misbehaviour.fromPartial({ clientId: '07-tendermint-1', header1: theirHeader, header2: theirHeader }),
    ).finish();
    expect(ClientMisbehaviour.encode(misbehaviour)).toEqual(theirBytes);
    expect(ClientMisbehaviour.decode(theirBytes)).toEqual(misbehaviour);
  });
});

describe('the proof specifications', () => {
  it.each([IAVL_SPEC, TENDERMINT_SPEC])('have the bytes of ICS-23', (spec) => {
    const bytes = ProofSpec.encode(spec);
    const read = TheirSpec.decode(bytes);
    expect(read).toMatchObject({ leafSpec: { ...spec.leafSpec }, innerSpec: { ...spec.innerSpec } });
    expect(TheirSpec.encode(read).finish()).toEqual(bytes);
    expect(ProofSpec.decode(bytes)).toEqual(spec);
  });

  it('may have an order of children that is not packed', () => {
    const packed = ProofSpec.encode(IAVL_SPEC);
    const at = packed.findIndex((byte, i) => byte === 0x0a && packed[i + 1] === 2 && packed[i + 2] === 0);
    const loose = [...packed];
    loose.splice(at, 4, 0x08, 0, 0x08, 1);
    expect(ProofSpec.decode(Uint8Array.from(loose))).toEqual(IAVL_SPEC);
  });
});
