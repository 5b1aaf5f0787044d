package org.esbmt.administration.jmx.internal.mbean;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Optional;
import org.esbmt.administration.api.PartAccess.Part;

/**
 * The MBeans of administration, one for each part of the contract: the names under which clients find them, and their
 * descriptions.
 */
public enum PublishedMBean {
    ADMINISTRATION(Part.TENANTS, "Administration", "Tenants, their users and their service assemblies."),
    USERS(Part.USERS, "Users", "Users of tenants with their roles."),
    SYSTEM_USERS(Part.SYSTEM_USERS, "SystemUsers", "Users who administer, run and audit the installation."),
    SERVICES(Part.SERVICES, "Services", "Registered services of tenants, and what is and was deployed."),
    CLUSTER(Part.CLUSTER, "Cluster", "The nodes of the cluster, and what became of operations."),
    COMPONENTS(Part.COMPONENTS, "Components", "Components and shared libraries on all nodes of the cluster."),
    LINKS(Part.LINKS, "Links", "Links across the tenant boundary."),
    TRANSACTIONS(Part.TRANSACTIONS, "Transactions", "Distributed transactions of this node, and what they have left."),
    QUOTAS(Part.QUOTAS, "Quotas", "Quotas of tenants, contingents of their users, and the use of both."),
    TRAFFIC(Part.TRAFFIC, "Traffic", "The messages of tenants at this node."),
    AUDIT(Part.AUDIT, "Audit", "The audit chains of tenants and of the installation."),
    BATCHES(Part.BATCHES, "Batches", "Many operations as one."),
    NOTIFICATIONS(Part.NOTIFICATIONS, "Notifications", "Tells by notifications what has another state.");

    private final Part part;
    private final String objectName;
    private final String description;

    PublishedMBean(Part part, String type, String description) {
        this.part = requireNonNull(part, "part");
        this.objectName = BusMBeans.DOMAIN + ":type=" + type;
        this.description = requireNonNull(description, "description");
    }

    /** Finds the MBean of that canonical name. */
    public static Optional<PublishedMBean> of(String objectName) {
        return Arrays.stream(values())
                .filter(bean -> bean.objectName.equals(objectName))
                .findFirst();
    }

    public Part part() {
        return part;
    }

    public String objectName() {
        return objectName;
    }

    public String description() {
        return description;
    }
}
