package org.esbmt.administration.shell.internal.key;

import java.io.IOException;
import java.io.InputStream;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.shell.internal.support.Input;

/** Reads a file with keys or certificates. */
final class KeyFile {
    /** More than such a file may have, so that a longer file is refused. */
    private static final int MOST_BYTES = 256 << 10;

    private static final int MOST_CRL_BYTES = 2 << 20;

    private KeyFile() {}

    static Content read(Session session, String file) throws CommandException {
        return read(session, file, MOST_BYTES);
    }

    static Content readCrl(Session session, String file) throws CommandException {
        return read(session, file, MOST_CRL_BYTES);
    }

    private static Content read(Session session, String file, int most) throws CommandException {
        try (InputStream in = Input.open(session, file)) {
            return Content.of(in.readNBytes(most));
        } catch (IOException e) {
            throw Input.unreadable(session, file);
        }
    }
}
