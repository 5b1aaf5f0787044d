package org.esbmt.administration.rest.internal.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.StringWriter;
import java.nio.charset.CodingErrorAction;

/** Strict JSON of RFC 8259 in UTF-8. The parsers have bounds, and names are not kept among requests. */
public final class Json {
    /** The deepest nesting of a body: the steps of a batch, with the quotas of a tenant. */
    static final int MAX_DEPTH = 6;

    /** The largest number of characters of a text in a body. */
    static final int MAX_TEXT = 64 << 10;

    private static final int MAX_NAME = 200;
    /** Enough for a number of 64 bits. */
    private static final int MAX_DIGITS = 20;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNameLength(MAX_NAME)
                    .maxNumberLength(MAX_DIGITS)
                    .maxStringLength(MAX_TEXT)
                    .build())
            .build();

    /** Writes a JSON text. */
    @FunctionalInterface
    public interface Text {
        void to(JsonGenerator out) throws IOException;
    }

    private Json() {}

    /** A parser of untrusted bytes; malformed UTF-8 is an error. */
    static JsonParser parser(InputStream bytes) throws IOException {
        return FACTORY.createParser(new InputStreamReader(
                bytes,
                UTF_8.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT)));
    }

    /** A text in one line. An unpaired surrogate becomes a question mark. */
    public static byte[] bytes(Text text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = FACTORY.createGenerator(new OutputStreamWriter(bytes, UTF_8))) {
            text.to(out);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return bytes.toByteArray();
    }

    /** A text for readers, the same on each machine. */
    public static String indented(Text text) {
        StringWriter lines = new StringWriter();
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer =
                new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
        try (JsonGenerator out = FACTORY.createGenerator(lines)) {
            out.setPrettyPrinter(printer);
            text.to(out);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return lines + "\n";
    }
}
