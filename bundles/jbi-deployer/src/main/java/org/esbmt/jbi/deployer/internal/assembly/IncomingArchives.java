package org.esbmt.jbi.deployer.internal.assembly;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.archive.ArchiveLimits;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive.Trust;
import org.esbmt.jbi.deployer.internal.archive.AssemblyDescriptor;
import org.esbmt.jbi.deployer.internal.tenant.TenantArchives;
import org.esbmt.management.api.CheckedAssembly.CheckedUnit;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;

/** Reads uploaded archives by the rules for their owner. Threads: any. */
final class IncomingArchives {
    private final TenantArchives ofTenants;
    private final ArchiveLimits ofPlain;
    private final AvailableComponents components;
    private final AssemblyRegister register;

    IncomingArchives(
            TenantArchives ofTenants,
            ArchiveLimits ofPlain,
            AvailableComponents components,
            AssemblyRegister register) {
        this.ofTenants = ofTenants;
        this.ofPlain = ofPlain;
        this.components = components;
        this.register = register;
    }

    /**
     * A valid archive.
     *
     * @param owner the owner of the names in it
     * @param addresses the addresses of its units for messages from outside of the bus
     * @param units the checked units; empty for a plain archive
     */
    record Incoming(
            AssemblyKey key, Owner owner, AssemblyArchive archive, Set<String> addresses, List<CheckedUnit> units) {
        AssemblyRecord.Kept kept(String content, Optional<String> source) {
            return new AssemblyRecord.Kept(content, Digests.of(archive), addresses, source);
        }
    }

    /** Reads an archive for a new assembly of this owner. */
    Incoming read(Owner owner, InputStream archive) throws DeploymentException {
        return read(owner, archive, name -> owner);
    }

    /** Reads an archive for another version of an assembly; the assembly keeps its owner. */
    Incoming readVersion(Owner owner, InputStream archive) throws DeploymentException {
        return read(
                owner,
                archive,
                name -> AssemblyDescriptor.isName(name)
                        ? register.find(new AssemblyKey(owner, name))
                                .map(Assembly::owner)
                                .orElse(owner)
                        : owner);
    }

    private Incoming read(Owner owner, InputStream archive, Function<String, Owner> whose) throws DeploymentException {
        try {
            TenantArchives.Written written = owner.tenant().isPresent()
                    ? ofTenants.read(
                            archive, whose, name -> components.find(name).isPresent())
                    : new TenantArchives.Written(
                            AssemblyArchive.read(archive, Trust.TRUSTED, ofPlain), owner, Set.of(), List.of());
            String name = written.archive().descriptor().name();
            return new Incoming(
                    new AssemblyKey(owner, name),
                    written.owner(),
                    written.archive(),
                    written.addresses(),
                    written.units());
        } catch (IOException e) {
            throw new DeploymentException(
                    Reason.INVALID_ARCHIVE, "the archive could not be read to its end: " + e.getMessage(), e);
        }
    }
}
