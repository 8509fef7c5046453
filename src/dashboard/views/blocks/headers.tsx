/** Shows the two headers of a block. */

import type { JSX } from 'preact';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { AddressLink, Hash } from '../../explorer/parts/links.js';
import { Fact, Facts } from '../../explorer/parts/page.js';
import { grouped, gwei, timeText, toNumber } from '../../explorer/read/format.js';
import type { CometBlock, CometHeader, EvmBlock } from '../../explorer/read/rpc.js';

export const EvmHeaderView = ({ block }: { readonly block: EvmBlock }): JSX.Element => (
  <section aria-label="Ethereum header">
    <h3>As Ethereum sees it</h3>
    <Facts>
      <Fact name="Hash" explanation="The hash of CometBFT's header, which both RPCs use to name the block.">
        <Hash hash={block.hash} whole />
      </Fact>
      <Fact name="Parent">
        <Hash hash={block.parentHash} whole />
      </Fact>
      <Fact name="Time">{timeText(toNumber(block.timestamp))}</Fact>
      <Fact name="Gas used">
        {grouped(block.gasUsed)} of {grouped(block.gasLimit)}
      </Fact>
      <Fact name="Base fee">{block.baseFeePerGas === undefined ? 'none' : gwei(block.baseFeePerGas)}</Fact>
      <Fact name="Coinbase" explanation="The operator account of the validator that proposed the block.">
        <AddressLink address={block.miner} whole />
      </Fact>
      <Fact name="State root">
        <Hash hash={block.stateRoot} whole />
      </Fact>
      <Fact name="Transactions root">
        <Hash hash={block.transactionsRoot} whole />
      </Fact>
      <Fact name="Receipts root">
        <Hash hash={block.receiptsRoot} whole />
      </Fact>
      <Fact name="Random value" explanation="What contracts read as block.prevrandao.">
        <Hash hash={block.mixHash} whole />
      </Fact>
      <Fact name="Size">{grouped(block.size)} bytes</Fact>
    </Facts>
  </section>
);

type HashField = Extract<keyof CometHeader, `${string}_hash`>;

const HASHES: readonly (readonly [field: HashField, name: string, explanation: string])[] = [
  ['app_hash', 'App hash', "The root of the application's state after the block before this one."],
  ['data_hash', 'Data hash', 'The Merkle root of the transactions of this block.'],
  ['last_commit_hash', 'Last commit hash', 'The Merkle root of the signatures that decided the block before this one.'],
  ['validators_hash', 'Validators hash', 'The Merkle root of the validator set that decides this block.'],
  ['next_validators_hash', 'Next validators hash', 'The Merkle root of the validator set that decides the next block.'],
  ['last_results_hash', 'Last results hash', 'The Merkle root of the results of the transactions of the block before.'],
  ['evidence_hash', 'Evidence hash', 'The Merkle root of the evidence in this block.'],
];

interface CometProps {
  readonly block: CometBlock;
  readonly round: number | undefined;
}

export const CometHeaderView = ({ block, round }: CometProps): JSX.Element => {
  const { header } = block.block;
  return (
    <section aria-label="CometBFT header">
      <h3>As CometBFT sees it</h3>
      <Facts>
        <Fact name="Block id">
          <Hash hash={block.block_id.hash} whole />
        </Fact>
        <Fact name="Chain">
          <ChainText text={header.chain_id} />
        </Fact>
        <Fact name="Time" explanation="The weighted median of the times of the votes for the block before (BFT time).">
          {header.time}
        </Fact>
        <Fact name="Round" explanation="The round in which the block was decided. Each round has another proposer.">
          {round ?? 'not known'}
        </Fact>
        <Fact name="Proposer">
          <Hash hash={header.proposer_address} whole />
        </Fact>
        {HASHES.map(([field, name, explanation]) => (
          <Fact key={field} name={name} explanation={explanation}>
            <Hash hash={header[field]} whole />
          </Fact>
        ))}
      </Facts>
    </section>
  );
};
