package org.esbmt.jbi.deployer.internal.assembly;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive.Trust;
import org.esbmt.management.api.ArchiveForm;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;

/** Reads the deployed archives, and verifies them by their digests. Called while no operation changes the assembly. */
final class KeptArchives {
    private final AssemblyStore store;

    KeptArchives(AssemblyStore store) {
        this.store = store;
    }

    String descriptor(AssemblyRecord record) throws DeploymentException {
        try {
            return new String(
                    store.archive(record.content(), Trust.TRUSTED).content("META-INF/jbi.xml"), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw Assemblies.failed("read", record.key(), e);
        }
    }

    byte[] archive(AssemblyRecord record, ArchiveForm form) throws DeploymentException {
        try {
            return switch (form) {
                case ORIGINAL -> {
                    byte[] original = store.original(record.content())
                            .orElseThrow(() -> new DeploymentException(
                                    Reason.NOT_KEPT,
                                    "the archive of the assembly "
                                            + record.key().name() + " was not kept by the build that deployed it"));
                    yield checked(original, Optional.of(record.digests().original()));
                }
                case REWRITTEN ->
                    checked(
                            store.archive(record.content(), Recovery.trust(record.key()))
                                    .used(),
                            record.digests().rewritten());
            };
        } catch (IOException e) {
            throw Assemblies.failed("read", record.key(), e);
        }
    }

    private static byte[] checked(byte[] archive, Optional<String> digest) throws IOException {
        String found = AssemblyArchive.sha256(archive);
        if (digest.isPresent() && !digest.get().equals(found)) {
            throw new IOException("its archive has the SHA-256 " + found + ", but " + digest.get()
                    + " was deployed: the file was changed outside of the bus");
        }
        return archive;
    }
}
