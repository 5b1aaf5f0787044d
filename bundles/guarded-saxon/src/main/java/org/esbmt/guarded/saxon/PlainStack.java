package org.esbmt.guarded.saxon;

import java.util.EmptyStackException;
import java.util.Stack;

/**
 * A stack for one thread, in place of Saxon's own ones: without the lock that took a sixth of a transformation's time
 * (StylesheetBenchmark).
 */
@SuppressWarnings({"JdkObsolete", "UnsynchronizedOverridesSynchronized"}) // Saxon's fields and methods have this type
public final class PlainStack<E> extends Stack<E> {
    private static final long serialVersionUID = 1L;

    @Override
    public E push(E item) {
        int n = elementCount;
        if (n == elementData.length) {
            return super.push(item);
        }
        modCount++;
        elementData[n] = item;
        elementCount = n + 1;
        return item;
    }

    @Override
    @SuppressWarnings("unchecked")
    public E pop() {
        int top = elementCount - 1;
        if (top < 0) {
            throw new EmptyStackException();
        }
        E item = (E) elementData[top];
        modCount++;
        elementData[top] = null;
        elementCount = top;
        return item;
    }

    @Override
    @SuppressWarnings("unchecked")
    public E peek() {
        int n = elementCount;
        if (n == 0) {
            throw new EmptyStackException();
        }
        return (E) elementData[n - 1];
    }

    @Override
    public boolean empty() {
        return elementCount == 0;
    }

    @Override
    public boolean isEmpty() {
        return elementCount == 0;
    }

    @Override
    public int size() {
        return elementCount;
    }

    @Override
    @SuppressWarnings("unchecked")
    public E get(int i) {
        if (i >= elementCount) {
            throw new ArrayIndexOutOfBoundsException(i);
        }
        return (E) elementData[i];
    }
}
