package org.esbmt.suite.report;

import static org.esbmt.suite.report.Limit.atLeast;
import static org.esbmt.suite.report.Limit.atMost;
import static org.esbmt.suite.report.Setting.closed;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.esbmt.suite.statistics.Rounds;

/** The goals of the bus, each as a figure of a run. Ratios are those of the same round. */
final class Goals {
    static final String BUS = "esbmt";
    static final String NGINX = "nginx";
    /** The container without tenancy: the original project's baseline, in the same Karaf. */
    static final String UNTENANTED = "servicemix-http";

    static final String SYNAPSE = "synapse";
    static final List<String> CAMELS = List.of("camel-netty", "camel-vertx");

    private static final int KB = 1024;
    private static final int USERS = 20;
    private static final int MANY = 1280;

    private final List<Goal> goals = new ArrayList<>();

    private Goals() {}

    /** All goals in the order of the page. */
    static List<Goal> all() {
        Goals all = new Goals();
        all.proxy();
        all.tenancy();
        all.routing();
        all.transformation();
        all.security();
        return List.copyOf(all.goals);
    }

    private void proxy() {
        cpuToNginx("G1.20", 1, USERS, 1.25);
        cpuToNginx("G1.320", 1, 320, 1.25);
        cpuToNginx("G1.1280", 1, MANY, 1.25);
        Setting small = closed("direct", BUS, KB, USERS);
        ratio("G2.synapse", "direct 1 KB, throughput", Metric.THROUGHPUT, small, small.at(SYNAPSE), atLeast(2.5));
        ratioToBest("G2.camel", "direct 1 KB, throughput", Metric.THROUGHPUT, small, CAMELS, atLeast(3.5));
        cpuToNginx("G3.10", 10, USERS, 1.4);
        cpuToNginx("G3.100", 100, USERS, 1.1);
        Setting many = closed("direct", BUS, KB, MANY);
        String claim = "direct 1 KB, 1,280 connections, ";
        ratio("G1.throughput", claim + "throughput", Metric.THROUGHPUT, many, many.at(NGINX), atLeast(0.95));
        ratio("G1.p99", claim + "p99", Metric.P99, many, many.at(NGINX), atMost(1.5));
        ratio("G4.throughput", claim + "throughput", Metric.THROUGHPUT, many, many.at(NGINX), atLeast(1));
        ratio("G4.synapse", claim + "p99", Metric.P99, many, many.at(SYNAPSE), atMost(0.25));
        ratioToBest("G4.camel", claim + "p99", Metric.P99, many, CAMELS, atMost(0.25));
        goals.add(new Goal("G4.errors", claim + "errors", "", "", atMost(0), f -> f.errors(many)));
    }

    private void cpuToNginx(String id, int kilobytes, int connections, double limit) {
        Setting bus = closed("direct", BUS, kilobytes * KB, connections);
        ratio(
                id,
                "direct %d KB, %s connections, processor time".formatted(kilobytes, Texts.figure(connections)),
                Metric.CPU,
                bus,
                bus.at(NGINX),
                atMost(limit));
    }

    private void tenancy() {
        Setting one = closed("tenancy", BUS, KB, USERS);
        Setting without = one.at(UNTENANTED);
        ratio("G5.cpu", "cost of tenancy, processor time", Metric.CPU, one, without, atMost(1.25));
        goals.add(new Goal(
                "G5.us", "cost of tenancy, processor time", without.cell().target(), "us", atMost(3), f -> f.rounds(
                                one, Metric.CPU)
                        .minus(f.rounds(without, Metric.CPU))));
        ratio("G5.memory", "cost of tenancy, resident memory", Metric.RSS, one, without, atMost(1.1));
        Setting thousand = one.endpoints(1000);
        String claim = "1,000 tenants, ";
        ratio("G6.cpu", claim + "processor time", Metric.CPU, thousand, one, "1 tenant", atMost(1.05));
        ratio("G6.throughput", claim + "throughput", Metric.THROUGHPUT, thousand, one, "1 tenant", atLeast(0.95));
        ratio("G6.p99", claim + "p99", Metric.P99, thousand, one, "1 tenant", atMost(1.1));
        ratio("G6.nginx", claim + "processor time", Metric.CPU, thousand, thousand.at(NGINX), atMost(1.25));
        goals.add(new Goal(
                "G6.idle",
                claim + "live heap of each",
                "1 tenant",
                "KB",
                atMost(100),
                f -> perTenant(f, thousand, one)));
    }

    private static Rounds perTenant(Figures figures, Setting many, Setting one) {
        Rounds megabytes = figures.rounds(many, Metric.HEAP).minus(figures.rounds(one, Metric.HEAP));
        return megabytes.times(1e6 / KB / (many.cell().endpoints() - one.cell().endpoints()));
    }

    private void routing() {
        Setting small = closed("cbr-body", BUS, KB, USERS);
        Setting large = closed("cbr-body", BUS, 10 * KB, USERS);
        Setting direct = closed("direct", BUS, KB, USERS);
        Setting largeDirect = closed("direct", BUS, 10 * KB, USERS);
        String claim = "routing by body %s, processor time";
        ratio("G7.1", claim.formatted("1 KB"), Metric.CPU, small, direct, "own direct", atMost(1.15));
        ratio("G7.10", claim.formatted("10 KB"), Metric.CPU, large, largeDirect, "own direct", atMost(1.15));
        ratioToBest("G7.peers.1", claim.formatted("1 KB"), Metric.CPU, small, CAMELS, atMost(1 / 8.0));
        ratioToBest("G7.peers.10", claim.formatted("10 KB"), Metric.CPU, large, CAMELS, atMost(1 / 10.0));
    }

    private void transformation() {
        Setting small = closed("xslt", BUS, KB, USERS);
        Setting large = closed("xslt", BUS, 10 * KB, USERS);
        String claim = "XSLT both ways %s, processor time";
        absolute("G8.1", claim.formatted("1 KB"), small, 70);
        absolute("G8.10", claim.formatted("10 KB"), large, 350);
        ratioToBest("G8.peers.1", claim.formatted("1 KB"), Metric.CPU, small, CAMELS, atMost(1 / 3.0));
        ratioToBest("G8.peers.10", claim.formatted("10 KB"), Metric.CPU, large, CAMELS, atMost(1 / 1.4));
    }

    private void security() {
        Setting gateway = closed("gateway", BUS, KB, USERS);
        ratio(
                "G9.rsa",
                "gateway 1 KB in both directions, processor time",
                Metric.CPU,
                gateway,
                gateway.at("rsa-floor"),
                "its RSA operations alone",
                atMost(1.4));
        ratio(
                "G9.session",
                "messages with session keys, throughput",
                Metric.THROUGHPUT,
                closed("gateway-session", BUS, KB, USERS),
                gateway,
                "RSA for each message",
                atLeast(10));
    }

    private void ratio(String id, String claim, Metric metric, Setting subject, Setting comparator, Limit limit) {
        ratio(id, claim, metric, subject, comparator, comparator.cell().target(), limit);
    }

    private void ratio(
            String id, String claim, Metric metric, Setting subject, Setting comparator, String name, Limit limit) {
        goals.add(new Goal(
                id, claim, name, "", limit, f -> f.rounds(subject, metric).ratiosTo(f.rounds(comparator, metric))));
    }

    /** A ratio to the peer that needs the least, or for throughput does the most. */
    private void ratioToBest(String id, String claim, Metric metric, Setting subject, List<String> peers, Limit limit) {
        goals.add(new Goal(
                id, claim, "the best of " + String.join(", ", peers), "", limit, f -> best(f, metric, subject, peers)
                        .map(best -> f.rounds(subject, metric).ratiosTo(f.rounds(best, metric)))
                        .orElse(Rounds.NONE)));
    }

    private static Optional<Setting> best(Figures figures, Metric metric, Setting subject, List<String> peers) {
        Stream<Setting> measured = peers.stream().map(subject::at).filter(peer -> !figures.rounds(peer, metric)
                .isEmpty());
        Comparator<Setting> least = Comparator.comparingDouble(
                peer -> figures.rounds(peer, metric).spread().median());
        return metric == Metric.THROUGHPUT ? measured.max(least) : measured.min(least);
    }

    private void absolute(String id, String claim, Setting subject, double microseconds) {
        goals.add(new Goal(id, claim, "", "us", atMost(microseconds), f -> f.rounds(subject, Metric.CPU)));
    }
}
