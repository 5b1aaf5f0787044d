package org.esbmt.tenant.keys.internal.seal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import java.util.Optional;
import org.esbmt.files.api.DurableFiles;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.SealingLedger;

/**
 * The file of the sealing keys, readable only by the user of the bus. The first node that finds a registry without
 * fingerprints creates it once. From then on an administrator has to repair a missing file or another key. With a new key
 * no private key of a tenant could be opened any more.
 */
final class SealingKeyFile {
    private static final int MAX_BYTES = 4_096;

    private final Path file;
    private final SealingLedger ledger;

    SealingKeyFile(Path file, SealingLedger ledger) {
        this.file = requireNonNull(file, "file").toAbsolutePath();
        this.ledger = requireNonNull(ledger, "ledger");
    }

    /**
     * Reads the file, and compares it with the registry.
     *
     * @param known the keys that were compared before; they are not compared again
     * @throws SealingKeyProblem with a sentence about the necessary action of the administrator
     */
    SealingKeys load(Optional<SealingKeys> known) throws SealingKeyProblem, RegistryException {
        try {
            if (Files.exists(file)) {
                SealingKeys keys = read();
                if (known.filter(keys::hasSame).isPresent()) {
                    return keys;
                }
                for (int generation : keys.generations()) {
                    compare(generation, keys.fingerprint(generation));
                }
                return keys;
            }
            Map<Integer, String> recorded = ledger.fingerprints();
            if (!recorded.isEmpty()) {
                throw new SealingKeyProblem("The file of the sealing keys " + file
                        + " is missing, but the keys of tenants in the registry were sealed with keys " + recorded
                        + ": put the file back from a backup or from another node.");
            }
            return create();
        } catch (IOException e) {
            throw new SealingKeyProblem("The file of the sealing keys " + file + " cannot be used: " + e);
        }
    }

    private SealingKeys read() throws IOException, SealingKeyProblem {
        if (posix() && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
            throw new SealingKeyProblem(
                    "Everybody may read the file of the sealing keys " + file + ": chmod it to 600.");
        }
        if (Files.size(file) > MAX_BYTES) {
            throw new SealingKeyProblem("The file " + file + " is not a file of sealing keys.");
        }
        try {
            return SealingKeys.parse(Files.readString(file, US_ASCII));
        } catch (CharacterCodingException e) {
            throw new SealingKeyProblem("The file " + file + " is not a file of sealing keys.");
        } catch (IllegalArgumentException e) {
            throw new SealingKeyProblem("The file " + file + " is not a file of sealing keys: " + e.getMessage() + ".");
        }
    }

    private void compare(int generation, String fingerprint) throws SealingKeyProblem, RegistryException {
        String recorded = ledger.record(generation, fingerprint);
        if (!recorded.equals(fingerprint)) {
            throw new SealingKeyProblem("The file " + file + " holds another sealing key " + generation + " ("
                    + fingerprint + ") than the keys of tenants in the registry were sealed with (" + recorded
                    + "): put the right file there, from a backup or from another node.");
        }
    }

    /** Writes the file before the first use: a sealed value without its key is lost. */
    private SealingKeys create() throws IOException, SealingKeyProblem, RegistryException {
        String line = SealingKeys.generatedLine();
        SealingKeys keys = SealingKeys.parse(line);
        DurableFiles.replace(file, (line + "\n").getBytes(US_ASCII));
        String recorded = ledger.record(keys.first(), keys.fingerprint(keys.first()));
        if (!recorded.equals(keys.fingerprint(keys.first()))) {
            Files.delete(file);
            throw new SealingKeyProblem("Another node made the sealing key (" + recorded
                    + ") first: copy its file of the sealing keys to " + file + ".");
        }
        return keys;
    }

    private boolean posix() {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    @Override
    public String toString() {
        return file.toString();
    }

    /** The file cannot be used. */
    static final class SealingKeyProblem extends Exception {
        private static final long serialVersionUID = 1L;

        SealingKeyProblem(String message) {
            super(message);
        }
    }
}
