package org.esbmt.administration.catalogue;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.command.BatchReport;

/** All operations of administration, as entries. The adapters publish them. */
public final class Catalogue {
    private static final List<Entry<?>> ENTRIES = Stream.of(
                    TenantEntries.ALL,
                    UserEntries.ALL,
                    SystemUserEntries.ALL,
                    AccessCredentialEntries.ALL,
                    UserCertificateEntries.ALL,
                    TenantKeyEntries.ALL,
                    TokenEntries.ALL,
                    AuthorityEntries.ALL,
                    ServiceEntries.ALL,
                    ClusterEntries.ALL,
                    ComponentEntries.ALL,
                    LinkEntries.ALL,
                    TransactionEntries.ALL,
                    QuotaEntries.ALL,
                    TrafficEntries.ALL,
                    AuditEntries.ALL,
                    BatchEntries.ALL)
            .flatMap(List::stream)
            .toList();

    private Catalogue() {}

    public static List<Entry<?>> entries() {
        return ENTRIES;
    }

    /** The entries of one part. */
    public static List<Entry<?>> entries(Part part) {
        return ENTRIES.stream().filter(entry -> entry.part() == part).toList();
    }

    /** The result of {@link Entry#plan}. */
    public static Shape<BatchReport> plan() {
        return Shapes.PLAN;
    }

    /** The types of the services that the entries of a part call. */
    public static Set<Class<?>> services(Part part) {
        return entries(part).stream().map(Entry::service).collect(toUnmodifiableSet());
    }
}
