/** Offers each fault of the menu as a form, and lists the active ones. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { faultText } from '../../model/fault_text.js';
import { CallAction } from '../../shell/call_button.js';
import { Explanation } from '../../shell/explanation.js';
import { Choice, Field, type TextHolder } from '../../shell/fields.js';
import { type FaultKind, type Parameter, readFault } from './menu.js';
import { menu, network, readNetwork } from './network.js';

const PLACES = [
  ['network', 'Between validators'],
  ['rpc', 'At the interfaces'],
  ['chain', 'In the chain'],
] as const;

export function FaultForms(): JSX.Element {
  const type = useSignal('equivocate');
  const kinds = menu.value ?? {};
  const at = kinds[type.value]?.at ?? 'network';
  const typesAt = (place: string): readonly string[] => Object.keys(kinds).filter((one) => kinds[one]?.at === place);
  const place: TextHolder = {
    get value() {
      return at;
    },
    set value(next) {
      type.value = typesAt(next)[0] ?? type.value;
    },
  };
  const kind = kinds[type.value];
  return (
    <section class="panel" aria-labelledby="begin-fault">
      <h2 id="begin-fault">
        Begin a fault{' '}
        <Explanation of="faults">
          A fault changes messages, clocks, or the rules that a validator follows. A validator that breaks the rules is
          byzantine. Faults act from the next event on. At the interfaces, they change what clients get.
        </Explanation>
      </h2>
      <Choice label="Where" value={place} choices={PLACES} />
      <Choice label="Fault" value={type} choices={typesAt(at)} />
      {kind !== undefined && <FaultForm key={type.value} type={type.value} kind={kind} />}
    </section>
  );
}

function FaultForm({ type, kind }: { readonly type: string; readonly kind: FaultKind }): JSX.Element {
  const texts = useSignal<Readonly<Record<string, string>>>({});
  const { fault, problem } = readFault(type, kind, texts.value);
  const set = (name: string, text: string): void => {
    texts.value = { ...texts.value, [name]: text };
  };
  return (
    <>
      <p>{kind.summary}</p>
      {kind.parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          text={texts.value[parameter.name] ?? ''}
          onText={(text) => set(parameter.name, text)}
        />
      ))}
      {problem !== undefined && <p class="quiet">{problem}</p>}
      <CallAction
        method="halley_addFault"
        params={[fault]}
        disabled={problem !== undefined}
        onResult={() => void readNetwork()}
      >
        Begin {type}
      </CallAction>
    </>
  );
}

interface ParameterProps {
  readonly parameter: Parameter;
  readonly text: string;
  readonly onText: (text: string) => void;
}

const HINTS: Readonly<Record<string, string>> = { nodes: 'such as 0,2', groups: 'such as 0,1/2,3' };

function ParameterField({ parameter, text, onText }: ParameterProps): JSX.Element {
  const { name, summary, optional, form } = parameter;
  const choices = form === 'node' ? (network.value?.nodes ?? []).map(({ index }) => `${index}`) : parameter.choices;
  const hint = HINTS[form] === undefined ? summary : `${summary} ${HINTS[form]}`;
  const label = optional ? `${name} (optional)` : name;
  const value: TextHolder = {
    get value() {
      return text;
    },
    set value(next) {
      onText(next);
    },
  };
  if (choices === undefined) return <Field label={label} value={value} hint={hint} />;
  const named = choices.map(
    (choice) => [choice, form === 'node' ? (network.value?.nodes[Number(choice)]?.name ?? choice) : choice] as const,
  );
  return <Choice label={label} value={value} hint={hint} choices={[['', '–'], ...named]} />;
}

export function ActiveFaults(): JSX.Element {
  const faults = network.value?.faults ?? [];
  return (
    <section class="panel" aria-labelledby="active-faults">
      <h2 id="active-faults">Active faults</h2>
      {faults.length === 0 && <p class="quiet">There are none.</p>}
      <ul class="plain">
        {faults.map(({ id, fault, since }) => (
          <li key={id}>
            <span>
              {Number(id)}: <code>{faultText(fault)}</code>, since block {Number(since.height)}
            </span>
            <CallAction method="halley_removeFault" params={[id]} onResult={() => void readNetwork()}>
              End fault {Number(id)}
            </CallAction>
          </li>
        ))}
      </ul>
    </section>
  );
}
