/** Chooses the theme and the lecture view. The theme is kept for the next visit. */
import { effect, signal } from '@preact/signals';

type Theme = 'light' | 'dark';

const KEY = 'halley theme';

/** Whether the page has larger type and no navigation, for a projector. */
export const lecture = signal(false);

/** Chosen theme; undefined follows the system. */
const theme = signal<Theme | undefined>(undefined);

/** Applies both choices to the document, now and when they change. */
export function followAppearance(): void {
  const { dataset, classList } = document.documentElement;
  const kept = localStorage.getItem(KEY);
  if (kept === 'light' || kept === 'dark') theme.value = kept;
  effect(() => {
    if (theme.value === undefined) return;
    dataset['theme'] = theme.value;
    localStorage.setItem(KEY, theme.value);
  });
  effect(() => void classList.toggle('lecture', lecture.value));
}

export function switchTheme(): void {
  const now = theme.value ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  theme.value = now === 'dark' ? 'light' : 'dark';
}

export const switchLecture = (): void => {
  lecture.value = !lecture.value;
};
