package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.esbmt.administration.api.OperationAdministration.OnNodes;
import org.esbmt.administration.api.OperationAdministration.OperationView;

/** What became of an operation as an open type; its getters are its items. */
public final class OperationData {
    private final OperationView operation;

    OperationData(OperationView operation) {
        this.operation = requireNonNull(operation, "operation");
    }

    public String getOperationId() {
        return operation.id().toString();
    }

    public String getBy() {
        return operation.by();
    }

    public String getKind() {
        return operation.kind();
    }

    public String getResult() {
        return operation.result();
    }

    public String getAt() {
        return operation.at().toString();
    }

    private Optional<OnNodes> nodes() {
        return operation.onNodes();
    }

    /** {@code PENDING}, {@code APPLIED}, {@code PARTIAL}, {@code FAILED} or {@code EXPIRED}; empty: no node had to do anything. */
    public String getState() {
        return nodes().map(n -> n.state().name()).orElse("");
    }

    /** Of the cluster; 0: no node had to do anything. */
    public long getRevision() {
        return nodes().map(n -> n.revision().orElse(0)).orElse(0L);
    }

    /** Empty: the installation's, or no node had to do anything. */
    public String getTenantId() {
        return nodes().flatMap(OnNodes::tenant).map(Object::toString).orElse("");
    }

    /** By node: {@code APPLIED}, {@code SKIPPED}, or {@code FAILED: <reason>}. */
    public Map<String, String> getAnswers() {
        Map<String, String> answers = new TreeMap<>();
        nodes().ifPresent(n -> n.answers()
                .forEach((node, answer) -> answers.put(
                        node.toString(),
                        answer.result() + answer.reason().map(r -> ": " + r).orElse(""))));
        return answers;
    }

    /** Nodes that have not answered yet. */
    public String[] getWaiting() {
        return nodes().stream()
                .flatMap(n -> n.waiting().stream())
                .map(UUID::toString)
                .toArray(String[]::new);
    }
}
