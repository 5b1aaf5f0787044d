package org.esbmt.guarded.saxon.weaver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShortMethodsTest {

    interface Shape {
        int area();
    }

    interface Step {
        int take();
    }

    static final class Square implements Shape {
        private final int side = 2;

        @Override
        public int area() {
            return side * side;
        }
    }

    static class Base {
        int size() {
            return 1;
        }

        int depth() {
            return 1;
        }
    }

    static final class Derived extends Base {
        private final Base inner = new Base();

        @Override
        int size() {
            return inner.size();
        }

        @Override
        int depth() {
            return 1 + inner.depth();
        }
    }

    static final class Methods {
        private final List<String> list = new ArrayList<>();
        private final ArrayList<String> array = new ArrayList<>();
        private final Base base = new Derived();
        private final Step step = () -> again(1);

        int field() {
            return array.size();
        }

        int sum() {
            return field() + field();
        }

        int shape() {
            return new Square().area();
        }

        int shapeOf(Shape shape) {
            return shape.area();
        }

        int choice(int n) {
            return switch (n) {
                case 1 -> 2;
                case 2 -> 3;
                default -> n > 4 ? field() : 5;
            };
        }

        int loop() {
            int i = 0;
            while (i < array.size()) {
                i++;
            }
            return i;
        }

        int again(int n) {
            return n == 0 ? 0 : again(n - 1);
        }

        int ping(int n) {
            return n == 0 ? 0 : pong(n - 1);
        }

        int pong(int n) {
            return ping(n);
        }

        int callsLoop() {
            return loop();
        }

        int overridden() {
            return base.depth() + base.size();
        }

        int lambda() {
            return step.take();
        }

        int library() {
            return list.size();
        }

        int supplied(IntSupplier supplier) {
            return supplier.getAsInt();
        }

        String concatenated(Object o) {
            return "a" + o;
        }

        synchronized int locked() {
            return 1;
        }

        int caught() {
            try {
                return field();
            } catch (IllegalStateException e) {
                return 0;
            }
        }

        int many() {
            return two() + two() + two() + two() + two() + two() + two() + two();
        }

        private int two() {
            return sum() + sum() + sum() + sum() + sum() + sum() + sum() + sum();
        }
    }

    private static final ShortMethods SHORT = scanned();

    private static ShortMethods scanned() {
        return new ShortMethods(
                List.of(Shape.class, Step.class, Square.class, Base.class, Derived.class, Methods.class).stream()
                        .map(c -> ScannedClass.of(bytes(c)))
                        .toList());
    }

    private static byte[] bytes(Class<?> c) {
        String file = '/' + c.getName().replace('.', '/') + ".class";
        try (InputStream in = c.getResourceAsStream(file)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isShort(String name, String descriptor) {
        return SHORT.contains(Methods.class.getName().replace('.', '/'), name, descriptor);
    }

    private static boolean isShort(String method) {
        int blank = method.indexOf(' ');
        return isShort(method.substring(0, blank), method.substring(blank + 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"field ()I", "sum ()I", "shape ()I", "choice (I)I"})
    void aFewStepsNeedNoCheck(String method) {
        assertThat(isShort(method)).isTrue();
    }

    @Test
    void anInterfaceWithKnownImplementationsNeedsNoCheck() {
        assertThat(isShort("shapeOf", "(L" + Shape.class.getName().replace('.', '/') + ";)I"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "loop ()I",
                "callsLoop ()I",
                "again (I)I",
                "ping (I)I",
                "pong (I)I",
                "overridden ()I",
                "lambda ()I",
                "library ()I",
                "supplied (Ljava/util/function/IntSupplier;)I",
                "concatenated (Ljava/lang/Object;)Ljava/lang/String;",
                "locked ()I",
                "caught ()I",
                "two ()I",
                "many ()I"
            })
    void anythingElseIsChecked(String method) {
        assertThat(isShort(method)).isFalse();
    }
}
