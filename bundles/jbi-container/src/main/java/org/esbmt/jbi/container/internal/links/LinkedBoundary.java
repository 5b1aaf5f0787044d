package org.esbmt.jbi.container.internal.links;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantBoundary;
import org.esbmt.jbi.container.internal.SameTenantBoundary;
import org.esbmt.management.api.TenantLinks;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * Permits the access to own endpoints, and to endpoints that the system administrator has linked. The message path
 * reads an immutable table; a change replaces it once the change is durable.
 */
@Component(service = {TenantBoundary.class, TenantLinks.class})
public final class LinkedBoundary extends SameTenantBoundary implements TenantLinks {
    private final LinkFile file;
    private final ReentrantLock change = new ReentrantLock();
    private volatile LinkTable table = LinkTable.EMPTY;

    /** @throws IOException if the file of the links exists but cannot be read */
    @Activate
    public LinkedBoundary(BundleContext context) throws IOException {
        this(folder(context).resolve("tenant-links"));
    }

    LinkedBoundary(Path file) throws IOException {
        this.file = new LinkFile(file);
        this.table = new LinkTable(this.file.read());
    }

    private static Path folder(BundleContext context) {
        String data = context.getProperty("karaf.data");
        // Beside the assemblies: a backup or an access restriction of that folder includes the links.
        return data == null ? context.getDataFile("links").toPath() : Path.of(data, "assemblies", "links");
    }

    @Override
    public boolean isLinked(Owner caller, String component, Owner owner, QName service, String endpoint) {
        return table.permits(caller, component, owner, service, endpoint);
    }

    @Override
    public List<QName> linkedServices(Owner caller, String endpoint) {
        return table.services(caller, endpoint);
    }

    @Override
    public boolean add(Link link) throws IOException {
        change.lock();
        try {
            if (table.links().contains(link)) {
                return false;
            }
            put(table.with(link));
            return true;
        } finally {
            change.unlock();
        }
    }

    @Override
    public boolean remove(Link link) throws IOException {
        change.lock();
        try {
            if (!table.links().contains(link)) {
                return false;
            }
            put(table.without(link));
            return true;
        } finally {
            change.unlock();
        }
    }

    /**
     * Writes the links. After a failure the table is read from the file, like after a restart. So no link appears or
     * disappears later by itself.
     */
    private void put(LinkTable next) throws IOException {
        try {
            file.write(next.links());
            table = next;
        } catch (IOException e) {
            try {
                table = new LinkTable(file.read());
            } catch (IOException e2) {
                e.addSuppressed(e2);
            }
            throw e;
        }
    }

    @Override
    public List<Link> links() {
        return table.links();
    }
}
