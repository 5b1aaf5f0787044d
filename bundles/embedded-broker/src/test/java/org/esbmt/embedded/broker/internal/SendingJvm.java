package org.esbmt.embedded.broker.internal;

import jakarta.jms.Connection;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.nio.file.Path;
import java.util.OptionalInt;
import javax.transaction.xa.XAResource;

/** A process of its own for the tests that kill one. It prints each completed operation on a line. */
final class SendingJvm {
    static final String QUEUE = "esbmt.management.reply.test";
    static final String STARTS = "starts";
    static final String PREPARED = "prepared";

    private SendingJvm() {}

    /** Arguments: the broker's directory; "send" and the first number, or "prepare". */
    public static void main(String[] arguments) throws Exception {
        System.out.println(STARTS);
        EmbeddedBroker broker = TestBroker.started(Path.of(arguments[0]), OptionalInt.empty(), TestBroker.limits());
        if (arguments[1].equals("send")) {
            send(broker, Integer.parseInt(arguments[2]));
        } else {
            prepare(broker);
        }
    }

    private static void send(EmbeddedBroker broker, int first) throws Exception {
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession()) {
            MessageProducer producer = session.createProducer(session.createQueue(QUEUE));
            for (int i = first; ; i++) {
                producer.send(session.createTextMessage(String.valueOf(i)));
                System.out.println(i);
            }
        }
    }

    private static void prepare(EmbeddedBroker broker) throws Exception {
        try (XAConnection connection = broker.xaConnectionFactory().createXAConnection()) {
            begun(connection, new Branch(1)).prepare(new Branch(1));
            begun(connection, new Branch(2));
            System.out.println(PREPARED);
            System.in.readAllBytes(); // until it is killed
        }
    }

    private static XAResource begun(XAConnection connection, Branch branch) throws Exception {
        XASession session = connection.createXASession();
        XAResource resource = session.getXAResource();
        resource.start(branch, XAResource.TMNOFLAGS);
        session.createProducer(session.createQueue(QUEUE)).send(session.createTextMessage("branch " + branch.number()));
        resource.end(branch, XAResource.TMSUCCESS);
        return resource;
    }
}
