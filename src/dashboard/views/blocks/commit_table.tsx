/** Shows who signed a block. */

import type { JSX } from 'preact';
import { fromHex } from '../../../kernel/hex.js';
import { textOrHex } from '../../explorer/codec/message_fields.js';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { Hash } from '../../explorer/parts/links.js';
import { ClosedCard } from '../../explorer/parts/page.js';
import { number, Table } from '../../explorer/parts/table.js';
import { grouped } from '../../explorer/read/format.js';
import type { WholeBlock } from './read_block.js';

/** Words for the flags of CometBFT's `BlockIDFlag`. */
const FLAGS: Readonly<Record<number, string>> = { 1: '– absent', 2: '✓ signed the block', 3: '○ signed nil' };

export function CommitTable({ block }: { readonly block: WholeBlock }): JSX.Element | null {
  const { commit, validators, nodes, comet, extensions } = block;
  if (commit === undefined) return null;
  const { signatures, round } = commit.signed_header.commit;
  const set = validators?.validators ?? [];
  const powers = new Map(set.map(({ address, voting_power }) => [address, BigInt(voting_power)]));
  const names = new Map(nodes.map(({ address, name }) => [address, name]));
  const all = [...powers.values()].reduce((sum, power) => sum + power, 0n);
  const signed = signatures.reduce(
    (sum, { block_id_flag, validator_address }) =>
      block_id_flag === 2 ? sum + (powers.get(validator_address) ?? 0n) : sum,
    0n,
  );
  return (
    <ClosedCard
      title={`Commit of round ${round}`}
      aside={`signed by ${grouped(signed)} of ${grouped(all)} voting power`}
    >
      <p>
        The precommits that decided the block: more than two thirds of the voting power. A vote for nil, and a missing
        one, do not count. Votes that arrived after the decision may be missing.
      </p>
      <Table
        of="Signatures of the commit"
        columns={['Validator', 'Vote', number('Power'), 'Time', ...(extensions ? ['Extension'] : [])]}
        rows={signatures.map(({ block_id_flag, validator_address, timestamp }, i) => {
          // An absent vote has no address: its position in the list is that of the validator in the set.
          const address = validator_address || (set[i]?.address ?? '');
          return {
            key: address || i,
            cells: [
              <>
                <ChainText text={names.get(address) ?? ''} first={40} /> <Hash hash={address} />
                {address === comet?.block.header.proposer_address && ' (proposer)'}
              </>,
              FLAGS[block_id_flag] ?? `flag ${block_id_flag}`,
              grouped(powers.get(address) ?? 0n),
              block_id_flag === 1 ? '' : timestamp,
              ...(extensions ? [<Extension key="extension" hex={extensions[i]?.extension ?? ''} />] : []),
            ],
          };
        })}
      />
    </ClosedCard>
  );
}

/** Shows a vote extension; nothing for an empty or absent one. */
const Extension = ({ hex }: { readonly hex: string }): JSX.Element => (
  <ChainText text={hex.length > 2 ? textOrHex(fromHex(hex)) : ''} first={40} />
);
