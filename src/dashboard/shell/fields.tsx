/** Offers labelled fields of forms. Their values are in signals of text. */
import type { JSX } from 'preact';

/** Holds the text of a field, as a signal does. */
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

export const Field = ({ label, value, hint, type = 'text', ...limits }: TextProps): JSX.Element => (
  <label class="field">
    <span>{label}</span>
    <input
      type={type}
      value={value.value}
      onInput={({ currentTarget }) => (value.value = currentTarget.value)}
      {...limits}
    />
    {hint !== undefined && <small class="quiet">{hint}</small>}
  </label>
);

interface ChoiceProps extends FieldProps {
  readonly choices: readonly (string | readonly [value: string, text: string])[];
}

export const Choice = ({ label, value, hint, choices }: ChoiceProps): JSX.Element => (
  <label class="field">
    <span>{label}</span>
    <select value={value.value} onChange={({ currentTarget }) => (value.value = currentTarget.value)}>
      {choices.map((choice) => {
        const [key, text] = typeof choice === 'string' ? [choice, choice] : choice;
        return (
          <option key={key} value={key}>
            {text}
          </option>
        );
      })}
    </select>
    {hint !== undefined && <small class="quiet">{hint}</small>}
  </label>
);

/** Returns the number that a field holds; undefined for an empty field or for text that is no number. */
export const numberIn = ({ value }: TextHolder): number | undefined =>
  value.trim() === '' || !Number.isFinite(Number(value)) ? undefined : Number(value);
