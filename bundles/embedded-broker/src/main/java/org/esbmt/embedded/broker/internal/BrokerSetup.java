package org.esbmt.embedded.broker.internal;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.apache.activemq.broker.BrokerPlugin;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.region.policy.ConstantPendingMessageLimitStrategy;
import org.apache.activemq.broker.region.policy.DeadLetterStrategy;
import org.apache.activemq.broker.region.policy.DiscardingDeadLetterStrategy;
import org.apache.activemq.broker.region.policy.IndividualDeadLetterStrategy;
import org.apache.activemq.broker.region.policy.PolicyEntry;
import org.apache.activemq.broker.region.policy.PolicyMap;
import org.apache.activemq.store.PListStore;
import org.apache.activemq.store.PersistenceAdapter;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;
import org.apache.activemq.store.kahadb.disk.journal.Journal.JournalDiskSyncStrategy;
import org.apache.activemq.store.kahadb.plist.PListStoreImpl;
import org.apache.activemq.usage.SystemUsage;
import org.esbmt.messaging.api.MessageBroker;

/** An ActiveMQ with the features for the bus only: no JMX, no web console, no discovery, no network of brokers. */
final class BrokerSetup {
    static final String LOOPBACK = "127.0.0.1";
    static final String DEAD_LETTERS = MessageBroker.PREFIX + "dead.";

    private static final int JOURNAL_FILE_BYTES = 4 * 1024 * 1024;
    private static final Duration CLEANUP = Duration.ofSeconds(10);
    private static final int INDEX_CACHE_PAGES = 1000;
    private static final int PENDING_FOR_SLOW_READERS = 1000;
    private static final Duration FULL = Duration.ofSeconds(5);
    private static final Duration LONGEST_SWEEP = Duration.ofSeconds(30);
    /** The part of a frame beside its message: headers, the login. */
    private static final int FRAME_BYTES = 64 * 1024;

    private BrokerSetup() {}

    /**
     * A broker that is not started yet.
     *
     * @param name of it in this JVM
     * @param port on {@value #LOOPBACK}; 0 for a free one, empty for none
     */
    static BrokerService broker(String name, BrokerHome home, OptionalInt port, BrokerLimits limits, List<Login> logins)
            throws Exception {
        BrokerService broker = new BrokerService();
        broker.setBrokerName(name);
        broker.setUseJmx(false);
        broker.setUseShutdownHook(false);
        broker.setSystemExitOnShutdown(false);
        broker.setAdvisorySupport(false);
        broker.setUseVirtualTopics(false);
        broker.setSchedulerSupport(false);
        broker.setAllowTempAutoCreationOnSend(false);
        broker.setDataDirectoryFile(home.store().toFile());
        KahaDBPersistenceAdapter store = store(home.store());
        PListStoreImpl temporary = temporary(home.temporary());
        broker.setPersistenceAdapter(store);
        broker.setTempDataStore(temporary);
        broker.setSystemUsage(usage(limits, store, temporary));
        broker.setDestinationPolicy(policies(limits));
        broker.setOfflineDurableSubscriberTimeout(limits.subscriptionRetention().toMillis());
        broker.setOfflineDurableSubscriberTaskSchedule(
                sweep(limits.subscriptionRetention()).toMillis());
        broker.setPlugins(new BrokerPlugin[] {
            next -> new MessageRules(next, limits), next -> new BrokerAuthorization(next, logins),
        });
        if (port.isPresent()) {
            broker.addConnector("tcp://" + LOOPBACK + ":" + port.getAsInt() + "?maximumConnections="
                    + limits.connections() + "&wireFormat.maxFrameSize=" + (limits.messageBytes() + FRAME_BYTES));
        }
        return broker;
    }

    private static KahaDBPersistenceAdapter store(Path directory) {
        KahaDBPersistenceAdapter store = new KahaDBPersistenceAdapter();
        store.setDirectory(directory.toFile());
        // The directory above has a lock, which fails at once instead of waiting.
        store.setUseLock(false);
        store.setJournalDiskSyncStrategy(JournalDiskSyncStrategy.ALWAYS.name());
        store.setJournalMaxFileLength(JOURNAL_FILE_BYTES);
        store.setCleanupInterval(CLEANUP.toMillis());
        store.setIndexCacheSize(INDEX_CACHE_PAGES);
        store.setChecksumJournalFiles(true);
        store.setCheckForCorruptJournalFiles(true);
        // The store rebuilds an index damaged by a crash from the journal.
        store.setArchiveCorruptedIndex(true);
        store.setConcurrentStoreAndDispatchQueues(false);
        store.setConcurrentStoreAndDispatchTopics(false);
        return store;
    }

    private static PListStoreImpl temporary(Path directory) {
        PListStoreImpl temporary = new PListStoreImpl();
        temporary.setDirectory(directory.toFile());
        temporary.setJournalMaxFileLength(JOURNAL_FILE_BYTES);
        return temporary;
    }

    private static SystemUsage usage(BrokerLimits limits, PersistenceAdapter store, PListStore temporary) {
        SystemUsage usage = new SystemUsage("esbmt", store, temporary, null);
        usage.getMemoryUsage().setLimit(limits.memoryBytes());
        usage.getStoreUsage().setLimit(limits.storeBytes());
        usage.getTempUsage().setLimit(limits.temporaryBytes());
        usage.setSendFailIfNoSpaceAfterTimeout(FULL.toMillis());
        return usage;
    }

    private static PolicyMap policies(BrokerLimits limits) {
        IndividualDeadLetterStrategy letters = new IndividualDeadLetterStrategy();
        letters.setQueuePrefix(DEAD_LETTERS + "queue.");
        letters.setTopicPrefix(DEAD_LETTERS + "topic.");
        letters.setProcessExpired(false);
        letters.setProcessNonPersistent(false);
        letters.setEnableAudit(false);
        letters.setExpiration(limits.messageRetention().toMillis());
        PolicyMap policies = new PolicyMap();
        policies.setDefaultEntry(policy(limits, letters));
        PolicyEntry dead = policy(limits, new DiscardingDeadLetterStrategy());
        dead.setQueue(DEAD_LETTERS + ">");
        policies.setPolicyEntries(List.of(dead));
        return policies;
    }

    private static PolicyEntry policy(BrokerLimits limits, DeadLetterStrategy letters) {
        PolicyEntry policy = new PolicyEntry();
        policy.setDeadLetterStrategy(letters);
        policy.setExpireMessagesPeriod(sweep(limits.messageRetention()).toMillis());
        policy.setReduceMemoryFootprint(true);
        // A slow consumer without a durable subscription loses the oldest messages; otherwise it would block the
        // producers.
        ConstantPendingMessageLimitStrategy pending = new ConstantPendingMessageLimitStrategy();
        pending.setLimit(PENDING_FOR_SLOW_READERS);
        policy.setPendingMessageLimitStrategy(pending);
        return policy;
    }

    /** The interval between checks for expired entries. */
    private static Duration sweep(Duration retention) {
        Duration half = retention.dividedBy(2);
        return half.compareTo(LONGEST_SWEEP) < 0 ? half : LONGEST_SWEEP;
    }
}
