/** Tests ICS-23 proofs with the vectors of its repository and with our own trees. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proveAbsence, proveLeaf } from '../../../src/app/state/proofs.js';
import { type Tree, treeRoot } from '../../../src/app/state/tree/node.js';
import { treeFind, treeSet } from '../../../src/app/state/tree/update.js';
import { tryFromBase64 } from '../../../src/codec/base64.js';
import {
  CommitmentProof,
  type Existence,
  encodeExistenceProof,
  encodeNonExistenceProof,
  type NonExistence,
} from '../../../src/codec/merkle/ics23.js';
import {
  HASH_OP,
  IAVL_SPEC,
  LENGTH_OP,
  type ProofSpec,
  TENDERMINT_SPEC,
} from '../../../src/codec/merkle/ics23_spec.js';
import {
  checkAgainstSpec,
  isLeftMost,
  isRightMost,
  ProofError,
  rootOf,
  verifyChainedMembership,
  verifyChainedNonMembership,
  verifyExistence,
  verifyNonExistence,
} from '../../../src/codec/merkle/ics23_verify.js';

import { bytesOfText, textOfBytes } from '../../../src/kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { fromHex } from '../../../src/kernel/hex.js';
import vectors from '../../vectors/ics23.json' with { type: 'json' };

/** Sparse Merkle trees: keys are hashed, and absent children have a placeholder. */
const SMT_SPEC: ProofSpec = {
  leafSpec: {
    hash: HASH_OP.sha256,
    prehashKey: HASH_OP.sha256,
    prehashValue: HASH_OP.sha256,
    length: LENGTH_OP.none,
    prefix: Uint8Array.of(0),
  },
  innerSpec: {
    childOrder: [0, 1],
    childSize: 32,
    minPrefixLength: 1,
    maxPrefixLength: 1,
    emptyChild: new Uint8Array(32),
    hash: HASH_OP.sha256,
  },
  maxDepth: 256,
  minDepth: 0,
  prehashKeyBeforeComparison: true,
};

const SPECS = { iavl: IAVL_SPEC, tendermint: TENDERMINT_SPEC, smt: SMT_SPEC };

interface Vector {
  readonly root: string;
  readonly proof: string;
  readonly key: string;
  readonly value: string;
}

const cases = Object.entries(SPECS).flatMap(([name, spec]) =>
  Object.entries(vectors[name as keyof typeof SPECS] as Record<string, Vector>).map(([which, vector]) => ({
    name: `${name} ${which}`,
    spec,
    proof: CommitmentProof.decode(fromHex(vector.proof)),
    root: fromHex(vector.root),
    key: fromHex(vector.key),
    value: fromHex(vector.value ?? ''),
  })),
);

const flipped = (bytes: Bytes, at = 0): Bytes => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));

describe('a proof of ICS-23', () => {
  it.each(cases)('of $name proves its key and value, and nothing else', ({ spec, proof, root, key, value }) => {
    expect(rootOf(proof)).toEqual(root);
    const { exist, nonexist } = proof;
    const verify = (at: Bytes, of: Bytes, has: Bytes): void => {
      if (exist !== undefined) verifyExistence(exist, spec, at, of, has);
      else verifyNonExistence(nonexist as NonExistence, spec, at, of);
    };
    verify(root, key, value);
    expect(() => verify(flipped(root), key, value)).toThrow(ProofError);
    expect(() => verify(root, exist ? flipped(key) : ((nonexist?.left ?? nonexist?.right)?.key ?? key), value)).toThrow(
      ProofError,
    );
    if (exist !== undefined) expect(() => verify(root, key, flipped(value))).toThrow(ProofError);
  });

  it.each(cases)('of $name is valid for its own tree only', ({ spec, proof, root, key, value }) => {
    for (const other of Object.values(SPECS).filter((known) => known !== spec))
      expect(() => {
        if (proof.exist !== undefined) verifyExistence(proof.exist, other, root, key, value);
        else verifyNonExistence(proof.nonexist as NonExistence, other, root, key);
      }).toThrow(ProofError);
  });

  it('is refused when it is a batch', () => {
    expect(() => CommitmentProof.decode(Uint8Array.of(0x1a, 0))).toThrow('has no field 3');
    expect(() => CommitmentProof.decode(Uint8Array.of(0x22, 0))).toThrow('has no field 4');
  });
});

interface JsonOp {
  readonly hash?: number;
  readonly prehash_key?: number;
  readonly prehash_value?: number;
  readonly length?: number;
  readonly prefix?: string;
  readonly suffix?: string;
}

const blob = (text: string | undefined): Bytes => tryFromBase64(text ?? '') ?? EMPTY_BYTES;

const leafOf = (op: JsonOp | undefined) => ({
  hash: op?.hash ?? 0,
  prehashKey: op?.prehash_key ?? 0,
  prehashValue: op?.prehash_value ?? 0,
  length: op?.length ?? 0,
  prefix: blob(op?.prefix),
});
const stepOf = (op: JsonOp) => ({ hash: op.hash ?? 0, prefix: blob(op.prefix), suffix: blob(op.suffix) });

interface JsonSpec {
  readonly leaf_spec?: JsonOp;
  readonly inner_spec?: {
    readonly child_order?: readonly number[];
    readonly child_size?: number;
    readonly min_prefix_length?: number;
    readonly max_prefix_length?: number;
    readonly empty_child?: string;
    readonly hash?: number;
  };
  readonly max_depth?: number;
  readonly min_depth?: number;
}

const specOf = ({ leaf_spec: leaf, inner_spec: inner, max_depth, min_depth }: JsonSpec): ProofSpec => ({
  leafSpec: leaf && leafOf(leaf),
  innerSpec: inner && {
    childOrder: inner.child_order ?? [],
    childSize: inner.child_size ?? 0,
    minPrefixLength: inner.min_prefix_length ?? 0,
    maxPrefixLength: inner.max_prefix_length ?? 0,
    emptyChild: blob(inner.empty_child),
    hash: inner.hash ?? 0,
  },
  maxDepth: max_depth ?? 0,
  minDepth: min_depth ?? 0,
  prehashKeyBeforeComparison: false,
});

interface FormCase {
  readonly Proof: { readonly leaf?: JsonOp; readonly path?: readonly JsonOp[] };
  readonly Spec: JsonSpec;
  readonly Err: string;
}

describe('the form of a proof', () => {
  const forms = Object.entries(vectors.checkAgainstSpec as Record<string, FormCase>);

  it.each(forms)('%s', (_, { Proof: { leaf, path = [] }, Spec, Err }) => {
    const proof = { key: EMPTY_BYTES, value: EMPTY_BYTES, leaf: leafOf(leaf), path: path.map(stepOf) };
    const check = () => checkAgainstSpec(proof, specOf(Spec));
    if (Err === '') check();
    else expect(check).toThrow(ProofError);
  });

  it('treats placeholders beside a path as empty', () => {
    let seen = 0;
    for (const { Op, Spec, IsLeft, IsRight } of vectors.emptyBranch) {
      const [step, spec] = [stepOf(Op), specOf(Spec).innerSpec];
      if (spec === undefined) throw new Error('a vector without InnerSpec');
      const { length } = step.suffix;
      const isFirst = length === spec.childSize && step.prefix.length === spec.minPrefixLength;
      const isLast = length === 0 && step.prefix.length === spec.minPrefixLength + spec.childSize;
      expect([isLeftMost(spec, [step]), isRightMost(spec, [step])]).toEqual([IsLeft || isFirst, IsRight || isLast]);
      seen++;
    }
    expect(seen).toBe(8);
  });
});

const aKey = fc.uint8Array({ minLength: 1, maxLength: 3 }).map((raw) => raw.map((byte) => byte & 0xc1));
const entries = fc.uniqueArray(fc.tuple(aKey, fc.uint8Array({ minLength: 1, maxLength: 40 })), {
  minLength: 1,
  maxLength: 40,
  selector: ([key]) => textOfBytes(key),
});

const treeOf = (list: readonly (readonly [Bytes, Bytes])[]): Tree =>
  list.reduce<Tree>((tree, [key, value]) => treeSet(tree, textOfBytes(key), value), undefined);

const presence = (tree: Tree, key: Bytes): Existence => {
  const leaf = treeFind(tree, textOfBytes(key));
  if (leaf === undefined) throw new Error('the key is not there');
  return CommitmentProof.decode(encodeExistenceProof(proveLeaf(tree, leaf))).exist as Existence;
};
const absence = (tree: Tree, key: Bytes): NonExistence =>
  CommitmentProof.decode(encodeNonExistenceProof(proveAbsence(tree, textOfBytes(key), key))).nonexist as NonExistence;

describe('a proof of our own tree', () => {
  it('proves each value under its key, and under no other', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const tree = treeOf(list);
        const root = treeRoot(tree);
        for (const [key, value] of list) {
          const proof = presence(tree, key);
          verifyExistence(proof, IAVL_SPEC, root, key, value);
          for (const [other] of list.filter(([other]) => other !== key).slice(0, 3))
            expect(() => verifyExistence(proof, IAVL_SPEC, root, other, value)).toThrow(ProofError);
        }
      }),
    );
  });

  it('proves that a key is absent exactly when it is', () => {
    fc.assert(
      fc.property(entries, fc.array(aKey, { maxLength: 5 }), (list, asked) => {
        const tree = treeOf(list);
        const root = treeRoot(tree);
        for (const key of asked) {
          if (treeFind(tree, textOfBytes(key)) !== undefined) continue;
          const proof = absence(tree, key);
          verifyNonExistence(proof, IAVL_SPEC, root, key);
          for (const [present] of list)
            expect(() => verifyNonExistence(proof, IAVL_SPEC, root, present)).toThrow(ProofError);
        }
      }),
    );
  });

  it('proves no absence between two keys that are not neighbours', () => {
    fc.assert(
      fc.property(
        entries.filter((list) => list.length > 2),
        (list) => {
          const tree = treeOf(list);
          const keys = list.map(([key]) => textOfBytes(key)).sort();
          const [low, present, high] = keys.slice(0, 3).map(bytesOfText) as [Bytes, Bytes, Bytes];
          const forged = { key: present, left: presence(tree, low), right: presence(tree, high) };
          expect(() => verifyNonExistence(forged, IAVL_SPEC, treeRoot(tree), present)).toThrow(ProofError);
          const open = { key: present, left: presence(tree, low), right: undefined };
          expect(() => verifyNonExistence(open, IAVL_SPEC, treeRoot(tree), present)).toThrow(ProofError);
        },
      ),
    );
  });

  it('proves nothing of an empty tree', () => {
    const nothing = { exist: undefined, nonexist: { key: Uint8Array.of(1), left: undefined, right: undefined } };
    const chain = { specs: [IAVL_SPEC], proofs: [nothing], keys: [Uint8Array.of(1)], root: treeRoot(undefined) };
    expect(() => verifyChainedNonMembership(chain)).toThrow('nonexistence proof has empty Left and Right proof');
  });

  it('proves nothing when any of its bytes is changed', () => {
    fc.assert(
      fc.property(entries, fc.nat(), fc.integer({ min: 1, max: 255 }), (list, where, change) => {
        const tree = treeOf(list);
        const [key, value] = list[0] as readonly [Bytes, Bytes];
        const leaf = treeFind(tree, textOfBytes(key));
        if (leaf === undefined) throw new Error('the key is not there');
        const bytes = encodeExistenceProof(proveLeaf(tree, leaf));
        const at = where % bytes.length;
        const changed = bytes.map((byte, i) => (i === at ? byte ^ change : byte));
        expect(() => {
          const { exist } = CommitmentProof.decode(changed);
          if (exist === undefined) throw new ProofError('no proof of existence');
          verifyChainedMembership(
            { specs: [IAVL_SPEC], proofs: [{ exist, nonexist: undefined }], keys: [key], root: treeRoot(tree) },
            value,
          );
        }).toThrow();
      }),
    );
  });
});
