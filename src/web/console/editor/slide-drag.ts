import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';

interface Drags {
  readonly onDragged: (isDragged: boolean) => void;
  /** On which side of the element a slide would be dropped; null once it is not over it. */
  readonly onEdge: (edge: 'before' | 'behind' | null) => void;
  readonly onDrop: (slideId: string, edge: 'before' | 'behind') => void;
}

export type FollowDrags = typeof followDrags;

/** Lets the entry of a slide be dragged, and others be dropped before and behind it. @returns what ends this */
export function followDrags(element: HTMLElement, slideId: string, { onDragged, onEdge, onDrop }: Drags): () => void {
  const edgeAt = ({ clientX, clientY }: { clientX: number; clientY: number }): 'before' | 'behind' => {
    const { left, top, width, height } = element.getBoundingClientRect();
    // Entries stand side by side in a strip.
    const isStrip = getComputedStyle(element.parentElement ?? element).gridAutoFlow.startsWith('column');
    return (isStrip ? clientX - left < width / 2 : clientY - top < height / 2) ? 'before' : 'behind';
  };
  return combine(
    draggable({
      element,
      getInitialData: () => ({ slideId }),
      onDragStart: () => onDragged(true),
      onDrop: () => onDragged(false),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => typeof source.data['slideId'] === 'string' && source.data['slideId'] !== slideId,
      onDrag: ({ location }) => onEdge(edgeAt(location.current.input)),
      onDragLeave: () => onEdge(null),
      onDrop: ({ source, location }) => {
        onEdge(null);
        onDrop(String(source.data['slideId']), edgeAt(location.current.input));
      },
    }),
  );
}
