package org.esbmt.administration.catalogue;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.command.Done;

/**
 * The result of an operation in the form for clients.
 *
 * @param <R> the result of the call
 */
public sealed interface Result<R> {
    /** One view. */
    record One<V>(Shape<V> shape) implements Result<V> {
        public One {
            requireNonNull(shape, "shape");
        }
    }

    /** All views. */
    record All<V>(Shape<V> shape) implements Result<List<V>> {
        public All {
            requireNonNull(shape, "shape");
        }
    }

    /**
     * A part of a list.
     *
     * @param estimated true if the total may be too small; the page states that
     */
    record PageOf<V>(Shape<V> shape, boolean estimated) implements Result<Page<V>> {
        public PageOf {
            requireNonNull(shape, "shape");
        }
    }

    /** A text. */
    record Text<R>(Function<R, String> of) implements Result<R> {
        public Text {
            requireNonNull(of, "of");
        }
    }

    /**
     * Lines of one view.
     *
     * @param shape the view itself, for adapters whose clients do not know the lines
     */
    record Texts<R>(Shape<R> shape, Function<R, List<String>> of) implements Result<R> {
        public Texts {
            requireNonNull(shape, "shape");
            requireNonNull(of, "of");
        }
    }

    /** A whole number. */
    record Whole<R>(ToLongFunction<R> of) implements Result<R> {
        public Whole {
            requireNonNull(of, "of");
        }
    }

    /** Bytes of a media type. */
    record Bytes(String mediaType) implements Result<byte[]> {
        public Bytes {
            requireNonNull(mediaType, "mediaType");
        }
    }

    /** No result but the success. */
    record Nothing() implements Result<Done> {}

    static <V> Result<V> one(Shape<V> shape) {
        return new One<>(shape);
    }

    static <V> Result<List<V>> all(Shape<V> shape) {
        return new All<>(shape);
    }

    static <V> Result<Page<V>> page(Shape<V> shape) {
        return new PageOf<>(shape, false);
    }

    static <R> Result<R> text(Function<R, String> of) {
        return new Text<>(of);
    }

    static Result<byte[]> bytes(String mediaType) {
        return new Bytes(mediaType);
    }

    static Result<Done> nothing() {
        return new Nothing();
    }
}
