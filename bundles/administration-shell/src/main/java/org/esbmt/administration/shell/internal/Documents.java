package org.esbmt.administration.shell.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.ServiceAdministration;

/** Documents of services in files of the machine of the bus. */
final class Documents {
    private Documents() {}

    /** Not more than what can be a document, and one byte, so that it is refused. */
    static byte[] read(Session session, String file) throws CommandException {
        Path path = Paths.of(session, file);
        try (InputStream in = Files.newInputStream(path)) {
            return in.readNBytes(ServiceAdministration.MAX_DOCUMENT_BYTES + 1);
        } catch (IOException e) {
            throw Refused.because(Reason.NOT_FOUND, "cannot read " + path);
        }
    }
}
