/** Shows the validators: powers, priorities, who is jailed, and the evidence that blocks contain. */

import type { JSX } from 'preact';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { LineChart } from '../../explorer/parts/line_chart.js';
import { BlockLink, Hash } from '../../explorer/parts/links.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { Page } from '../../explorer/parts/page.js';
import { number, Table } from '../../explorer/parts/table.js';
import { grouped } from '../../explorer/read/format.js';
import { useLive } from '../../explorer/read/use_live.js';
import { Explanation } from '../../shell/explanation.js';
import { readValidators, type ValidatorNode, type ValidatorsPicture } from './read_validators.js';

export function Validators(): JSX.Element {
  const live = useLive('validators', readValidators);
  return (
    <Page
      title="Validators"
      explanation="The set that decides the next block. A block needs the votes of more than two thirds of the power. The application changes the set; a change takes effect two heights later."
    >
      <LiveStatus live={live} of="the validators" />
      {live.value && <Sections picture={live.value} />}
    </Page>
  );
}

/** Returns the validators of the set in its order, then the nodes that are not in it. */
function rowsOf({ set, nodes }: ValidatorsPicture) {
  const byAddress = new Map(nodes.map((node) => [node.address, node]));
  const inSet = set.map((validator) => ({ ...validator, node: byAddress.get(validator.address) }));
  const others = nodes
    .filter(({ address, up }) => up !== undefined && !set.some((validator) => validator.address === address))
    .map((node) => ({ address: node.address, voting_power: '0', proposer_priority: '', node }));
  return [...inSet, ...others];
}

const stateOf = (node: ValidatorNode | undefined): string => {
  if (node === undefined) return '';
  if (node.up === undefined) return 'unknown';
  return [node.jailed ? '✗ jailed' : '', node.up ? '✓ up' : '✗ down'].filter((text) => text !== '').join(', ');
};

function Sections({ picture }: { readonly picture: ValidatorsPicture }): JSX.Element {
  const rows = rowsOf(picture);
  const all = rows.reduce((sum, { voting_power }) => sum + BigInt(voting_power), 0n);
  return (
    <>
      <p>
        All voting power: {grouped(all)}; more than {grouped((2n * all) / 3n)} decide.{' '}
        <Explanation of="Priority">
          In each round the validator with the highest priority proposes. The priority of each grows by its power, and
          that of the proposer falls by the power of all.
        </Explanation>
      </p>
      <Table
        of="Validators"
        columns={['Validator', number('Power'), number('Priority'), 'State', 'Power over the last heights']}
        rows={rows.map(({ address, voting_power, proposer_priority, node }) => ({
          key: address,
          cells: [
            <>
              <ChainText text={node?.name ?? ''} first={60} /> <Hash hash={address} />
            </>,
            grouped(voting_power),
            proposer_priority,
            stateOf(node),
            <PowerLine picture={picture} address={address} />,
          ],
        }))}
      />
      <h2>Evidence in the last 100 blocks</h2>
      {picture.evidence.length === 0 ? (
        <p>None.</p>
      ) : (
        <ul>
          {picture.evidence.map((height) => (
            <li key={height}>
              Block <BlockLink height={height} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function PowerLine({ picture, address }: { picture: ValidatorsPicture; address: string }): JSX.Element | null {
  const values = picture.powers.get(address);
  if (values === undefined) return null;
  const [from = 0, to = 0] = [picture.heights[0], picture.heights.at(-1)];
  const known = values.filter((value) => value !== undefined);
  return (
    <LineChart
      lines={[{ name: 'power', values: values.map((value) => value ?? 0) }]}
      label={`Power at heights ${from} to ${to}: at first ${known[0]}, at last ${known.at(-1)}`}
      height={24}
    />
  );
}
