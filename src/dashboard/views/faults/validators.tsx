/** Crashes and restarts validators, sets clocks and powers, and adds and removes validators. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Table } from '../../explorer/parts/table.js';
import { type NetworkNode, positionText } from '../../explorer/read/network.js';
import { CallAction } from '../../shell/call_button.js';
import { Explanation } from '../../shell/explanation.js';
import { Choice, Field, numberIn } from '../../shell/fields.js';
import { hasEvm } from '../../shell/store.js';
import { network, readNetwork } from './network.js';

const again = (): void => void readNetwork();

const stateOf = ({ up, jailed }: NetworkNode): string => [up ? 'up' : 'down', ...(jailed ? ['jailed'] : [])].join(', ');

export function Validators(): JSX.Element {
  const nodes = network.value?.nodes ?? [];
  return (
    <section class="panel wide" aria-labelledby="validators">
      <h2 id="validators">
        Validators{' '}
        <Explanation of="crashed validators">
          A validator that crashes loses what it has not persisted. After its restart it receives the blocks that it
          missed.
        </Explanation>
      </h2>
      <div class="explorer">
        <Table
          of="Table of validators"
          columns={['Validator', 'Power', 'State', 'Position', 'Action']}
          rows={nodes.map((node) => ({
            key: node.index,
            cells: [
              node.name,
              Number(node.power),
              stateOf(node),
              positionText(node),
              <CallAction
                method={node.up ? 'halley_crashValidator' : 'halley_restartValidator'}
                params={[node.index]}
                onResult={again}
              >
                {node.up ? 'Crash' : 'Restart'} {node.name}
              </CallAction>,
            ],
          }))}
        />
      </div>
    </section>
  );
}

export function ValidatorSettings(): JSX.Element {
  const nodes = network.value?.nodes ?? [];
  const [which, skew] = [useSignal('0'), useSignal('500')];
  const [index, ms] = [Number(which.value), numberIn(skew)];
  return (
    <section class="panel" aria-labelledby="validator-settings">
      <h2 id="validator-settings">
        {hasEvm.value ? 'Clock, power, membership' : 'Clock'}{' '}
        <Explanation of="changes of validators">
          A change of the validator set is in a block, and takes effect two heights later.
        </Explanation>
      </h2>
      <Choice label="Validator" value={which} choices={nodes.map((node) => [`${node.index}`, node.name] as const)} />
      <Field label="Clock ahead by ms" value={skew} type="number" hint="negative: behind; 0 ends it" />
      <CallAction method="halley_setClockSkew" params={[index, ms ?? 0]} disabled={ms === undefined} onResult={again}>
        Set the clock
      </CallAction>
      {hasEvm.value && <Membership index={index} />}
    </section>
  );
}

/** Changes the validator set, as only Halley's own application does at once. */
function Membership({ index }: { readonly index: number }): JSX.Element {
  const [power, name, newPower] = [useSignal('20'), useSignal('newcomer'), useSignal('10')];
  const [votes, first] = [numberIn(power), numberIn(newPower)];
  const isCount = (value: number | undefined): boolean => value !== undefined && Number.isInteger(value) && value >= 0;
  return (
    <>
      <Field label="Power" value={power} type="number" min={0} />
      <CallAction
        method="halley_setValidatorPower"
        params={[index, votes ?? 0]}
        disabled={!isCount(votes)}
        onResult={again}
      >
        Set the power
      </CallAction>
      <CallAction method="halley_removeValidator" params={[index]} onResult={again}>
        Remove the validator
      </CallAction>
      <Field label="Name of a new validator" value={name} />
      <Field label="Power of the new validator" value={newPower} type="number" min={1} />
      <CallAction
        method="halley_addValidator"
        params={[{ power: first ?? 0, name: name.value }]}
        disabled={!isCount(first) || first === 0 || name.value === ''}
        onResult={again}
      >
        Add a validator
      </CallAction>
    </>
  );
}
