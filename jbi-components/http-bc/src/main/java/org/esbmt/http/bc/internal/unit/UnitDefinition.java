package org.esbmt.http.bc.internal.unit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;

/**
 * Reads a service unit's {@code xbean.xml}: the vocabulary of servicemix-http, by our own parser. Nothing in the file
 * names a class, and what is not known is an error.
 */
public final class UnitDefinition {
    /** The file, from the unit's root folder. */
    public static final String FILE = "xbean.xml";

    private static final int MOST_BYTES = 1024 * 1024;

    private UnitDefinition() {}

    /**
     * Called at deploy, on the deployer's thread.
     *
     * @return at least one endpoint, in the order of the file; no two consumers and no two providers have the same
     *     service and name
     * @throws UnitDefinitionException for the first thing that is wrong, a missing or unreadable file included
     */
    public static List<HttpEndpointDefinition> read(Path unitRoot, Owner owner) throws UnitDefinitionException {
        byte[] bytes = bytes(unitRoot.resolve(FILE));
        XbeanGrammar grammar = new XbeanGrammar(
                unitRoot, owner, XmlLimits.DEFAULTS.withMessageBytes(MOST_BYTES), offset -> line(bytes, offset));
        int line = feed(grammar.lexer(), bytes);
        List<HttpEndpointDefinition> endpoints = grammar.endpoints();
        if (endpoints.isEmpty()) {
            throw at(line, "there is no endpoint; known are " + Vocabulary.all(), null);
        }
        return endpoints;
    }

    private static byte[] bytes(Path file) throws UnitDefinitionException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new UnitDefinitionException(FILE + ": has more than " + MOST_BYTES + " bytes");
            }
            return bytes;
        } catch (NoSuchFileException e) {
            throw new UnitDefinitionException(FILE + ": the unit has no such file", e);
        } catch (IOException e) {
            throw new UnitDefinitionException(FILE + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** Feeds line by line, so that whatever is refused, it is known where. Gives the number of the last line. */
    private static int feed(XmlLexer lexer, byte[] bytes) throws UnitDefinitionException {
        int line = 1;
        try {
            int from = 0;
            while (from < bytes.length) {
                int to = from;
                while (to < bytes.length && bytes[to] != '\n') {
                    to++;
                }
                int next = Math.min(to + 1, bytes.length);
                lexer.feed(bytes, from, next);
                from = next;
                line += from < bytes.length ? 1 : 0;
            }
            lexer.finish();
            return line;
        } catch (RejectedException e) {
            throw at(e.line(), e.getMessage(), e);
        } catch (XmlRefusedException e) {
            throw at(line, e.getMessage(), e);
        }
    }

    private static int line(byte[] bytes, int offset) {
        int line = 1;
        for (int i = 0; i < offset; i++) {
            line += bytes[i] == '\n' ? 1 : 0;
        }
        return line;
    }

    private static UnitDefinitionException at(int line, String sentence, Exception cause) {
        return new UnitDefinitionException(FILE + ":" + line + ": " + sentence, cause);
    }
}
