package org.esbmt.management.api.health;

/** The parts of a node that have to work before the node is ready. */
public enum Part {
    /** Authenticates senders and passes their messages on. */
    MESSAGES("messages"),
    /** Answers administrators on every interface. */
    ADMINISTRATION("administration"),
    /** Serves the shell over SSH. */
    SHELL("shell"),
    /** Serves administrators over JMX. */
    JMX("JMX"),
    /** Applies the changes of the cluster to this node. */
    CHANGES("cluster changes");

    private final String text;

    Part(String text) {
        this.text = text;
    }

    /** The name of the part for operators. */
    public String text() {
        return text;
    }
}
