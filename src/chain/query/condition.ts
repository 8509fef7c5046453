/** One condition of a query: a tag, an operator and, unless the operator is EXISTS, an operand. */
import type { Comparison, OperandType } from './token.js';

export interface Operand<T extends OperandType = OperandType> {
  readonly type: T;
  readonly text: string;
}

export type Condition =
  | { readonly type: 'exists'; readonly tag: string }
  | { readonly type: 'contains'; readonly tag: string; readonly operand: Operand<'string'> }
  | { readonly type: 'compare'; readonly tag: string; readonly operator: Comparison; readonly operand: Operand };

function formatOperand({ type, text }: Operand): string {
  switch (type) {
    case 'string':
      return `'${text}'`;
    case 'timestamp':
      return `TIME ${text}`;
    case 'datestamp':
      return `DATE ${text}`;
    case 'number':
      return text;
  }
}

/** Returns the normal form, `tag op arg`, with single spaces between the three. */
export function formatCondition(condition: Condition): string {
  switch (condition.type) {
    case 'exists':
      return `${condition.tag} EXISTS`;
    case 'contains':
      return `${condition.tag} CONTAINS ${formatOperand(condition.operand)}`;
    case 'compare':
      return `${condition.tag} ${condition.operator.replace(' operator', '')} ${formatOperand(condition.operand)}`;
  }
}
