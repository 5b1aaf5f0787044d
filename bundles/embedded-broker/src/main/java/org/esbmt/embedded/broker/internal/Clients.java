package org.esbmt.embedded.broker.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javax.net.ssl.TrustManager;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.ActiveMQPrefetchPolicy;
import org.apache.activemq.ActiveMQSslConnectionFactory;
import org.apache.activemq.ActiveMQXAConnectionFactory;
import org.apache.activemq.ActiveMQXASslConnectionFactory;
import org.apache.activemq.RedeliveryPolicy;

/**
 * ActiveMQ's own factories with the settings of the bus, one for each address, in the order of the attempts. ActiveMQ's
 * failover is not used: it would send unconfirmed requests again, without the knowledge of the transaction manager.
 *
 * @param plain for sessions of their own
 * @param xa for distributed transactions; each is an {@link jakarta.jms.XAConnectionFactory}
 */
record Clients(List<ActiveMQConnectionFactory> plain, List<ActiveMQConnectionFactory> xa) {
    private static final Duration SEND = Duration.ofSeconds(30);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final Duration CLOSE = Duration.ofSeconds(5);
    /** The prefetch of one consumer, small since each message may be large. */
    private static final int PREFETCH = 50;

    private static final int REDELIVERIES = 6;
    private static final Duration FIRST_REDELIVERY = Duration.ofSeconds(1);
    private static final Duration LONGEST_REDELIVERY = Duration.ofSeconds(30);

    /** @param broker its name in this process */
    static Clients embedded(String broker, String user, String password) {
        String url = "vm://" + broker + "?create=false";
        return new Clients(
                List.of(tuned(new ActiveMQConnectionFactory(url), user, password)),
                List.of(tuned(new ActiveMQXAConnectionFactory(url), user, password)));
    }

    /** @param trusted the trusted certificates; empty for Java's own */
    static Clients external(
            List<Address> addresses, Duration connect, TrustManager[] trusted, String user, String password) {
        return new Clients(
                each(addresses, address -> factory(address, url(address, connect), trusted), user, password),
                each(addresses, address -> xaFactory(address, url(address, connect), trusted), user, password));
    }

    private static List<ActiveMQConnectionFactory> each(
            List<Address> addresses, Function<Address, ActiveMQConnectionFactory> made, String user, String password) {
        List<ActiveMQConnectionFactory> factories = new ArrayList<>();
        for (Address address : addresses) {
            factories.add(tuned(made.apply(address), user, password));
        }
        return factories;
    }

    private static ActiveMQConnectionFactory factory(Address address, String url, TrustManager[] trusted) {
        if (!address.tls()) {
            return new ActiveMQConnectionFactory(url);
        }
        ActiveMQSslConnectionFactory factory = new ActiveMQSslConnectionFactory(url);
        factory.setKeyAndTrustManagers(null, orJavas(trusted), null);
        return factory;
    }

    private static ActiveMQConnectionFactory xaFactory(Address address, String url, TrustManager[] trusted) {
        if (!address.tls()) {
            return new ActiveMQXAConnectionFactory(url);
        }
        ActiveMQXASslConnectionFactory factory = new ActiveMQXASslConnectionFactory(url);
        factory.setKeyAndTrustManagers(null, orJavas(trusted), null);
        return factory;
    }

    private static TrustManager[] orJavas(TrustManager[] trusted) {
        return trusted.length == 0 ? null : trusted;
    }

    private static String url(Address address, Duration connect) {
        String limits = "?connectionTimeout=" + connect.toMillis();
        return address + limits + (address.tls() ? "&socket.verifyHostName=true" : "");
    }

    private static <F extends ActiveMQConnectionFactory> F tuned(F factory, String user, String password) {
        factory.setUserName(user);
        factory.setPassword(password);
        // No class is ever instantiated from a message.
        factory.setTrustAllPackages(false);
        factory.setTrustedPackages(List.of());
        // There are no temporary destinations to announce, and no right to the advisory topics.
        factory.setWatchTopicAdvisories(false);
        factory.setSendTimeout((int) SEND.toMillis());
        factory.setConnectResponseTimeout((int) ANSWER.toMillis());
        factory.setCloseTimeout((int) CLOSE.toMillis());
        ActiveMQPrefetchPolicy prefetch = new ActiveMQPrefetchPolicy();
        prefetch.setAll(PREFETCH);
        factory.setPrefetchPolicy(prefetch);
        RedeliveryPolicy redelivery = new RedeliveryPolicy();
        redelivery.setMaximumRedeliveries(REDELIVERIES);
        redelivery.setInitialRedeliveryDelay(FIRST_REDELIVERY.toMillis());
        redelivery.setUseExponentialBackOff(true);
        redelivery.setBackOffMultiplier(2);
        redelivery.setMaximumRedeliveryDelay(LONGEST_REDELIVERY.toMillis());
        factory.setRedeliveryPolicy(redelivery);
        return factory;
    }
}
