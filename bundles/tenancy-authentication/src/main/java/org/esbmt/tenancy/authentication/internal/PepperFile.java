package org.esbmt.tenancy.authentication.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import org.esbmt.files.api.DurableFiles;
import org.esbmt.registry.api.PepperLedger;
import org.esbmt.registry.api.RegistryException;

/**
 * The file of the pepper, readable only by the user of the bus. The first node that finds an empty registry creates it
 * once. From then on an administrator has to repair a missing file or a different pepper. With a new pepper no password
 * would be accepted any more.
 */
final class PepperFile {
    private static final int MAX_BYTES = 1_024;

    private final Path file;
    private final PepperLedger ledger;

    PepperFile(Path file, PepperLedger ledger) {
        this.file = file;
        this.ledger = ledger;
    }

    /** @throws PepperProblem with a sentence about the necessary action of the administrator */
    Pepper load() throws PepperProblem, RegistryException {
        try {
            if (Files.exists(file)) {
                Pepper pepper = read();
                compare(pepper, ledger.recordPepperFingerprint(pepper.fingerprint()));
                return pepper;
            }
            Optional<String> recorded = ledger.pepperFingerprint();
            if (recorded.isPresent()) {
                throw new PepperProblem("The pepper file " + file
                        + " is missing, but the passwords in the registry were hashed with a pepper (" + recorded.get()
                        + "): put the file back from a backup or from another node.");
            }
            return create();
        } catch (IOException e) {
            throw new PepperProblem("The pepper file " + file + " cannot be used: " + e);
        }
    }

    private Pepper read() throws IOException, PepperProblem {
        if (posix() && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
            throw new PepperProblem("Everybody may read the pepper file " + file + ": chmod it to 600.");
        }
        if (Files.size(file) > MAX_BYTES) {
            throw new PepperProblem("The file " + file + " is not a pepper file.");
        }
        try {
            return Pepper.parse(Files.readString(file, US_ASCII).strip());
        } catch (IllegalArgumentException | java.nio.charset.CharacterCodingException e) {
            throw new PepperProblem("The file " + file + " is not a pepper file.");
        }
    }

    private void compare(Pepper pepper, String recorded) throws PepperProblem {
        if (!pepper.fingerprint().equals(recorded)) {
            throw new PepperProblem("The pepper file " + file + " holds another pepper (" + pepper.fingerprint()
                    + ") than the passwords in the registry were hashed with (" + recorded
                    + "): put the right file there, from a backup or from another node.");
        }
    }

    /** Writes the file before the first use: a verifier without its pepper is worthless. */
    private Pepper create() throws IOException, PepperProblem, RegistryException {
        Pepper pepper = Pepper.generate();
        DurableFiles.replace(file.toAbsolutePath(), (pepper.text() + "\n").getBytes(US_ASCII));
        String recorded = ledger.recordPepperFingerprint(pepper.fingerprint());
        if (!pepper.fingerprint().equals(recorded)) {
            Files.delete(file);
            throw new PepperProblem(
                    "Another node made the pepper (" + recorded + ") first: copy its pepper file to " + file + ".");
        }
        return pepper;
    }

    private boolean posix() {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** The pepper cannot be used. */
    static final class PepperProblem extends Exception {
        private static final long serialVersionUID = 1L;

        PepperProblem(String message) {
            super(message);
        }
    }
}
