package org.esbmt.administration.shell.internal.service;

import java.io.IOException;
import java.io.InputStream;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.shell.internal.support.Input;

/** Reads documents of services. */
final class Documents {
    private Documents() {}

    /** Reads one byte more than a document may have, so that a longer one is refused. */
    static Content read(Session session, String file) throws CommandException {
        try (InputStream in = Input.open(session, file)) {
            return Content.of(in.readNBytes(ServiceAdministration.MAX_DOCUMENT_BYTES + 1));
        } catch (IOException e) {
            throw Input.unreadable(session, file);
        }
    }
}
