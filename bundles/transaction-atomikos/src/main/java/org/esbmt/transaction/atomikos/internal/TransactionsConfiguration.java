package org.esbmt.transaction.atomikos.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** {@code etc/org.esbmt.transactions.cfg}; that file describes each key in full. */
@ObjectClassDefinition(name = "ESB-MT distributed transactions")
@interface TransactionsConfiguration {

    @AttributeDefinition(description = "name of this node, unique among nodes with the same databases and brokers")
    String node_name() default "node1";

    @AttributeDefinition(
            description = "directory of decisions and names of resources; empty: transactions in Karaf's data")
    String directory() default "";

    @AttributeDefinition(description = "seconds a transaction may take, 1 to 3600")
    int timeout_seconds() default 60;

    @AttributeDefinition(description = "transactions at the same time, 1 to 10000")
    int transactions_max() default 20;

    @AttributeDefinition(description = "seconds between two recoveries of unfinished branches, 1 to 3600")
    int recovery_interval_seconds() default 10;

    @AttributeDefinition(description = "age in seconds at which a branch in doubt is logged, 1 to 86400")
    int alarm_seconds() default 60;
}
