package org.esbmt.administration.shell.internal.key;

import java.util.Arrays;
import java.util.Optional;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Secret;
import org.esbmt.administration.shell.internal.support.Passwords;
import org.esbmt.administration.shell.internal.support.Refused;

/**
 * Reads a secret from the terminal or from a file. It is never an argument, since the shell keeps a history and reports
 * commands to others.
 */
final class SecretSource {
    private SecretSource() {}

    /**
     * Returns the secret; empty if neither source is named.
     *
     * @param file null if none is named
     */
    static Optional<Secret> read(Session session, boolean prompt, String file) throws CommandException {
        if (prompt && file != null) {
            throw Refused.because(Reason.INVALID, "--password-prompt and --password-file exclude each other");
        }
        if (!prompt && file == null) {
            return Optional.empty();
        }
        Passwords passwords = new Passwords(session);
        char[] characters = prompt ? passwords.ask("Password: ") : passwords.firstLine(file);
        try {
            return Optional.of(new Secret(characters));
        } finally {
            Arrays.fill(characters, '\0');
        }
    }

    /** As {@link #read}; one of the sources is named. */
    static Secret required(Session session, boolean prompt, String file) throws CommandException {
        return read(session, prompt, file)
                .orElseThrow(() ->
                        Refused.because(Reason.INVALID, "name --password-prompt or --password-file for the password"));
    }
}
