/**
 * Tests `broadcast_evidence` (consensus-rpc.md 1.6, 4.5). The vectors are the answers of CometBFT 0.38.25's own decoder
 * and ValidateBasic: one member of valid evidence is replaced or, without a value, removed.
 */
import { describe, expect, it } from 'vitest';
import { toBase64 } from '../../../src/codec/base64.js';
import { fromHex } from '../../../src/kernel/hex.js';
import vectors from '../../vectors/cometbft-0.38.25/evidence.json' with { type: 'json' };
import { aHandler, get, post } from './calls.js';

interface Case {
  readonly evidence: 'duplicateVote' | 'lightClientAttack';
  readonly path: string;
  readonly value?: unknown;
  /** One of these results is set: the decoder's error, ValidateBasic's error, the panic, or the evidence's hash. */
  readonly decode?: string;
  readonly basic?: string;
  readonly panic?: string;
  readonly hash?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: walks JSON of any shape
type Any = any;

function changed({ evidence, path, ...rest }: Case): unknown {
  const document = structuredClone(vectors[evidence]) as Any;
  if (path === '') return 'value' in rest ? rest.value : null;
  const keys = path.split('.');
  const last = keys.pop() as string;
  const holder = keys.reduce((node, key) => node[key], document);
  if ('value' in rest) holder[last] = rest.value;
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
  return document;
}

const send = async (evidence: unknown, handler = aHandler().handler) =>
  post(handler, { id: 1, method: 'broadcast_evidence', params: { evidence } });

const PARAMS = 'error converting json params to arguments: ';

describe('evidence in JSON', () => {
  it.each((vectors.cases as readonly Case[]).map((c, i) => [i, c.path, c] as const))(
    'is accepted or refused as in CometBFT: %i, %s',
    async (_i, _path, c) => {
      const { status, json } = await send(changed(c));
      if (c.decode !== undefined)
        expect(json.error).toEqual({ code: -32602, message: 'Invalid params', data: PARAMS + c.decode });
      else if (c.hash === 'nil') expect(json.error.data).toBe('no evidence was provided');
      else if (c.hash !== undefined) expect(json.result).toEqual({ hash: toBase64(fromHex(c.hash)) });
      else {
        const data = c.panic ?? `evidence.ValidateBasic failed: ${c.basic}`;
        expect(json.error).toEqual({ code: -32603, message: 'Internal error', data });
        expect(json.id).toBe(c.panic === undefined ? 1 : -1);
      }
      expect(status).toBe(c.panic === undefined ? 200 : 500);
    },
  );

  it('names only byzantine validators that have a public key', async () => {
    const accused = (change: object) => {
      const document = structuredClone(vectors.lightClientAttack) as Any;
      Object.assign(document.value.ByzantineValidators[1], change);
      return document;
    };
    expect((await send(accused({ pub_key: null }))).json.error.data).toBe(
      'failed to add evidence: byzantine validator at index 1 has nil pubkey',
    );
    expect((await send(accused({ address: 'AB' }))).json.error.data).toMatch(
      /^failed to add evidence: byzantine validator at index 1 has address AB that does not match pubkey address [0-9A-F]{40}$/,
    );
  });
});

describe('evidence', () => {
  it('that is valid by itself reaches the pool unchanged', async () => {
    const { handler, chain } = aHandler();
    for (const kind of ['duplicateVote', 'lightClientAttack'] as const) await send(vectors[kind], handler);
    const [duplicate, attack] = chain.evidence;
    expect(duplicate).toMatchObject({ type: 'duplicate-vote', totalVotingPower: 40n, validatorPower: 10n });
    expect(attack).toMatchObject({ type: 'light-client-attack', commonHeight: 1n });
    expect(attack?.type === 'light-client-attack' && attack.conflictingBlock.header).toEqual(
      chain.block(2n)?.block.header,
    );
    expect(attack?.type === 'light-client-attack' && attack.conflictingBlock.validatorSet).toEqual(
      chain.validators(2n),
    );
  });

  it('that the pool refuses is refused with its reason', async () => {
    const { handler, chain } = aHandler();
    chain.evidenceRefusal = "don't have header #2";
    expect((await send(vectors.duplicateVote, handler)).json.error.data).toMatch(
      /^failed to add evidence: Invalid evidence: don't have header #2\. Evidence: DuplicateVoteEvidence\{VoteA: Vote\{0:[0-9A-F]{12} 2\/00\/SIGNED_MSG_TYPE_PRECOMMIT\(Precommit\) 000000000000 [0-9A-F]{12} 000000000000 @ [^}]+\}, VoteB: Vote\{0:.+\}\}$/,
    );
    expect((await send(vectors.lightClientAttack, handler)).json.error.data).toMatch(
      /^failed to add evidence: Invalid evidence: .+ Evidence: LightClientAttackEvidence\{ConflictingBlock: [0-9A-F]{64}, CommonHeight: 1\}#[0-9A-F]{64}$/,
    );
  });

  it('is JSON in a URI', async () => {
    const { handler, chain } = aHandler();
    const at = (text: string) => get(handler, `/broadcast_evidence?evidence=${encodeURIComponent(text)}`);
    expect((await at(JSON.stringify(vectors.duplicateVote))).json.result.hash).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(chain.evidence).toHaveLength(1);
    const URI = 'error converting http params to arguments: ';
    for (const [text, data] of [
      ['0x12', `${URI}got a hex string arg, but expected 'interface'`],
      ['5', `${URI}json: cannot unmarshal number into Go value of type json.interfaceWrapper`],
      ['"x"', `${URI}json: cannot unmarshal string into Go value of type json.interfaceWrapper`],
      ['abc', `${URI}invalid character 'a' looking for beginning of value`],
      ['null', 'no evidence was provided'],
      ['', 'no evidence was provided'],
    ] as const)
      expect((await at(text)).json.error.data, text).toBe(data);
  });
});
