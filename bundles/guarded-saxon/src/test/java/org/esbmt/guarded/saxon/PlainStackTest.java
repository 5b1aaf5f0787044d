package org.esbmt.guarded.saxon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EmptyStackException;
import java.util.Random;
import java.util.Stack;
import org.junit.jupiter.api.Test;

@SuppressWarnings("JdkObsolete")
class PlainStackTest {

    @Test
    void itBehavesLikeTheLibrarysStack() {
        Random random = new Random(7);
        Stack<Integer> plain = new PlainStack<>();
        Stack<Integer> library = new Stack<>();
        for (int i = 0; i < 5_000; i++) {
            if (random.nextInt(5) < 3) {
                assertThat(plain.push(i)).isEqualTo(library.push(i));
            } else if (!library.isEmpty()) {
                assertThat(plain.pop()).isEqualTo(library.pop());
            }
            assertThat(plain.isEmpty()).isEqualTo(library.isEmpty());
            assertThat(plain.empty()).isEqualTo(library.empty());
            assertThat(plain.size()).isEqualTo(library.size());
            if (!library.isEmpty()) {
                assertThat(plain.peek()).isEqualTo(library.peek());
                assertThat(plain.get(0)).isEqualTo(library.get(0));
            }
        }
        assertThat(plain).isEqualTo(library);
    }

    @Test
    void anEmptyStackHasNoTop() {
        Stack<Integer> plain = new PlainStack<>();

        assertThatThrownBy(plain::pop).isInstanceOf(EmptyStackException.class);
        assertThatThrownBy(plain::peek).isInstanceOf(EmptyStackException.class);
        assertThatThrownBy(() -> plain.get(0)).isInstanceOf(ArrayIndexOutOfBoundsException.class);
    }
}
