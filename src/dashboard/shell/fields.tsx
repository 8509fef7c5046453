/** Offers labelled fields of forms. Their values are in signals of text. */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

/** Text of a field, as a signal does. */
export interface TextHolder {
  value: string;
}

interface FieldProps {
  readonly label: string;
  readonly value: TextHolder;
  readonly hint?: string | undefined;
}

interface TextProps extends FieldProps {
  readonly type?: 'text' | 'number' | 'datetime-local';
  readonly min?: number;
  readonly max?: number;
  readonly step?: number | 'any';
}

/** Frames a control: its label above, its hint below. */
function Labelled({ label, hint, control }: LabelledProps): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {control({ id, ...(hint !== undefined && { 'aria-describedby': `${id}-hint` }) })}
      {hint !== undefined && (
        <small id={`${id}-hint`} class="quiet">
          {hint}
        </small>
      )}
    </div>
  );
}

interface LabelledProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly control: (names: { readonly id: string; readonly 'aria-describedby'?: string }) => JSX.Element;
}

export const Field = ({ label, value, hint, type = 'text', ...limits }: TextProps): JSX.Element => (
  <Labelled
    label={label}
    hint={hint}
    control={(names) => (
      <input
        type={type}
        value={value.value}
        onInput={({ currentTarget }) => (value.value = currentTarget.value)}
        {...limits}
        {...names}
      />
    )}
  />
);

interface ChoiceProps extends FieldProps {
  readonly choices: readonly (string | readonly [value: string, text: string])[];
}

export const Choice = ({ label, value, hint, choices }: ChoiceProps): JSX.Element => (
  <Labelled
    label={label}
    hint={hint}
    control={(names) => (
      <select value={value.value} onChange={({ currentTarget }) => (value.value = currentTarget.value)} {...names}>
        {choices.map((choice) => {
          const [key, text] = typeof choice === 'string' ? [choice, choice] : choice;
          return (
            <option key={key} value={key}>
              {text}
            </option>
          );
        })}
      </select>
    )}
  />
);

/** Returns the number that a field holds; undefined for an empty field or for text that is no number. */
export const numberIn = ({ value }: TextHolder): number | undefined =>
  value.trim() === '' || !Number.isFinite(Number(value)) ? undefined : Number(value);
