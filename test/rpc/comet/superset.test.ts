/**
 * The default dialect also has each documented field of blocks whose name the wire does not use; 0.38 and 0.34 have
 * none of them. Where names collide, the wire's form is used: `data` and `evidence` are objects, the height of
 * `last_commit` is a string, and the signature of an absent slot is null.
 */
import { describe, expect, it } from 'vitest';
import { dialect as v0_37 } from '../../../src/rpc/comet/dialects/0.37.js';
import type { Dialect } from '../../../src/rpc/comet/dialects/dialect.js';
import { aHandler, get, openSocket, post } from './calls.js';
import {
  BLOCK_BY_HASH,
  CONSENSUS_STATE,
  ENVELOPE,
  EVIDENCE,
  NET_INFO,
  NEW_BLOCK,
  problems,
  SIGNATURE,
  strangers,
  type Table,
} from './documented_tables.js';
import { doubleVote } from './double_vote.js';
import { fixtureChain } from './fixture.js';

const chain = fixtureChain();
chain.foundEvidence.push(doubleVote(chain, 4n));
chain.mine('with=evidence');
const { handler } = aHandler({}, chain);
const resultOf = async (target: string) => (await get(handler, target)).json.result;

/** Matches the paths where the wire has another value under the same name. */
const COLLIDING = /^block (data|evidence|last_commit height)( |$)/;

const free = (table: Table): Table =>
  Object.fromEntries(Object.entries(table).filter(([path]) => !COLLIDING.test(path.replace('data value ', ''))));

/** Matches the one collision that not every signature has. */
const absentSignature = /^(data value )?block last_commit signatures \[\] signature: base64 or empty, got null$/;

describe('the default dialect', () => {
  it('has every documented field of a block that does not collide', async () => {
    const block = await resultOf('/block?height=6');
    const byHash = await resultOf(`/block_by_hash?hash=0x${block.block_id.hash}`);
    const prefixed = await resultOf('/v0.37/block?height=6');
    for (const result of [block, byHash, prefixed]) {
      const found = problems(result, free(BLOCK_BY_HASH));
      expect(found).toHaveLength(1);
      expect(found[0]).toMatch(absentSignature);
    }
    expect(byHash).toEqual(block);
    expect(prefixed).toEqual(block);
  });

  it('uses the wire’s form where they collide', async () => {
    const { block } = await resultOf('/block?height=6');
    expect(block.data).toEqual({ txs: [Buffer.from('with=evidence').toString('base64')] });
    expect(Object.keys(block.evidence)).toEqual(['evidence']);
    expect(block.last_commit.height).toBe('5');
    expect(block.last_commit.signatures[3]).toMatchObject({ block_id_flag: 1, signature: null, validator_index: 3 });
  });

  it('has the wire’s members first, in their order, and the documented ones after them', async () => {
    const { block } = await resultOf('/block?height=6');
    const wire = (await resultOf('/v0.38/block?height=6')).block;
    for (const [ours, theirs] of [
      [block.last_commit.signatures[0], wire.last_commit.signatures[0]],
      [block.evidence.evidence[0], wire.evidence.evidence[0]],
    ])
      expect(Object.keys(ours).slice(0, Object.keys(theirs).length)).toEqual(Object.keys(theirs));
    expect(Object.keys(block.last_commit.signatures[0])).toEqual([
      ...Object.keys(wire.last_commit.signatures[0]),
      ...Object.keys(SIGNATURE)
        .map((path) => path.split(' ')[0])
        .filter((name, i, all) => all.indexOf(name) === i && !((name as string) in wire.last_commit.signatures[0])),
    ]);
    expect({ ...block.header, version: { ...block.header.version } }).toEqual(wire.header);
  });

  it('has the facts of evidence beside type and value', async () => {
    const [evidence] = (await resultOf('/block?height=6')).block.evidence.evidence;
    const [documented] = (await resultOf('/documented/block?height=6')).block.evidence;
    expect(problems(evidence, EVIDENCE)).toEqual([]);
    expect(evidence).toMatchObject(documented);
    expect(strangers(evidence, EVIDENCE)).toEqual(['value']);
  });

  it('has a version even for an application without one', () => {
    const stored = chain.block(6n);
    if (stored === undefined || v0_37.bind === undefined) throw new Error('no block 6, or nothing to bind');
    const { block } = stored;
    const unversioned = {
      ...stored,
      block: { ...block, header: { ...block.header, version: { block: 11n, app: 0n } } },
    };
    const versionOf = (dialect: Dialect) =>
      JSON.parse(JSON.stringify(dialect.results.block(unversioned))).block.header.version;
    expect(versionOf(v0_37.bind((height) => chain.validators(height)))).toEqual({ block: '11', app: '0' });
    expect(versionOf(v0_37)).toEqual({ block: '11' });
  });

  it('accepts the evidence that it shows', async () => {
    const [evidence] = (await resultOf('/block?height=6')).block.evidence.evidence;
    const { handler: own, chain: ownChain } = aHandler();
    const reply = await post(own, { id: 1, method: 'broadcast_evidence', params: { evidence } });
    expect(reply.json.error).toBeUndefined();
    expect(ownChain.evidence).toEqual([doubleVote(chain, 4n)]);
  });

  it('has the other tables unchanged', async () => {
    expect(problems((await post(handler, { id: 7, method: 'status', params: [] })).json, ENVELOPE)).toEqual([]);
    expect(problems(await resultOf('/net_info'), NET_INFO)).toEqual([]);
    expect(problems(await resultOf('/consensus_state'), CONSENSUS_STATE)).toEqual([]);
  });

  it('publishes new blocks in the same form', () => {
    const own = aHandler();
    const { connection, send } = openSocket(own.handler);
    send({ jsonrpc: '2.0', id: 1, method: 'subscribe', params: { query: "tm.event='NewBlock'" } });
    own.chain.mine('a=1');
    const found = problems(connection.frames[1].result, free(NEW_BLOCK));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(absentSignature);
  });

  it('returns found blocks in the same form', async () => {
    const { blocks } = await resultOf('/block_search?query="block.height=6"');
    expect(blocks).toEqual([await resultOf('/block?height=6')]);
  });
});

describe('other dialects', () => {
  it('have only the wire’s members', async () => {
    for (const version of ['0.34', '0.38']) {
      const { block } = await resultOf(`/v${version}/block?height=6`);
      expect(Object.keys(block.last_commit.signatures[0])).toEqual([
        'block_id_flag',
        'validator_address',
        'timestamp',
        'signature',
      ]);
      expect(Object.keys(block.evidence.evidence[0])).toEqual(['type', 'value']);
    }
    expect(Object.keys((await resultOf('/commit?height=5')).signed_header.commit.signatures[0])).toHaveLength(4);
  });
});
