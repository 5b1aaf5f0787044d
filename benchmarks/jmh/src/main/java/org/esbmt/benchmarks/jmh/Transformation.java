package org.esbmt.benchmarks.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.xslt.InvalidStylesheetException;
import org.esbmt.camel.se.internal.xslt.Stylesheet;
import org.esbmt.jbi.container.api.unit.UnitFiles;

/** The transformation by one stylesheet, from bytes to bytes. */
public final class Transformation implements UnaryOperator<byte[]> {
    private record OneFile(String name, byte[] bytes) implements UnitFiles {
        @Override
        public SortedSet<String> names() {
            return new TreeSet<>(Map.of(name, bytes).keySet());
        }

        @Override
        public Optional<byte[]> content(String asked) {
            return asked.equals(name) ? Optional.of(bytes.clone()) : Optional.empty();
        }
    }

    private final Stylesheet stylesheet;

    /** Compiles the stylesheet. */
    public Transformation(String text) throws InvalidStylesheetException {
        stylesheet = Stylesheet.compile(new OneFile("a.xsl", text.getBytes(UTF_8)), "a.xsl", EvaluationLimits.XSLT);
    }

    @Override
    public byte[] apply(byte[] document) {
        try {
            return stylesheet.transform(document, Map.of());
        } catch (EvaluationFailedException e) {
            throw new IllegalStateException(e);
        }
    }
}
