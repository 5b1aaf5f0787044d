package org.esbmt.administration.jmx.internal.connector;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.rmi.server.ObjID;
import java.rmi.server.RemoteObject;
import java.rmi.server.RemoteObjectInvocationHandler;
import java.rmi.server.RemoteRef;
import java.security.MessageDigest;
import javax.management.remote.rmi.RMIServer;

/**
 * Calls {@link RMIServer#newClient} over a connection of its own, from an address of this machine. RMI's client permits neither.
 */
final class RawLogin {
    private static final String METHOD = "newClient(Ljava/lang/Object;)Ljavax/management/remote/rmi/RMIConnection;";

    private final ObjID server;
    private final long hash;

    RawLogin(RMIServer stub) throws Exception {
        RemoteRef ref = stub instanceof RemoteObject object
                ? object.getRef()
                : ((RemoteObjectInvocationHandler) Proxy.getInvocationHandler(stub)).getRef();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            ref.writeExternal(out);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            boolean withFactory = in.readByte() == 1;
            in.readUTF();
            in.readInt();
            if (withFactory) {
                in.readObject();
            }
            server = ObjID.read(in);
        }
        ByteArrayOutputStream method = new ByteArrayOutputStream();
        new DataOutputStream(method).writeUTF(METHOD);
        hash = ByteBuffer.wrap(MessageDigest.getInstance("SHA").digest(method.toByteArray()))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }

    /** Sends a login without waiting for the answer. The connection may be closed already. */
    Socket from(String address, int port, String login) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(address), 0);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream call = new DataOutputStream(bytes);
        call.write("JRMI".getBytes(US_ASCII));
        call.writeShort(2);
        call.writeByte(0x4b);
        call.writeUTF("x");
        call.writeInt(0);
        call.writeByte(0x50);
        try (Annotated arguments = new Annotated(call)) {
            server.write(arguments);
            arguments.writeInt(-1);
            arguments.writeLong(hash);
            arguments.writeObject(new String[] {login, "any"});
        }
        try {
            socket.getOutputStream().write(bytes.toByteArray());
        } catch (IOException e) {
            socket.close();
        }
        return socket;
    }

    /** Waits for the answer, and tells whether the login was admitted. */
    static boolean answered(Socket socket) throws IOException {
        int acknowledged = socket.getInputStream().read();
        if (acknowledged != 0x4e) {
            return false;
        }
        // The client's address as the server sees it.
        DataInputStream greeting = new DataInputStream(socket.getInputStream());
        greeting.readUTF();
        greeting.readInt();
        return greeting.read() == 0x51 && new ObjectInputStream(socket.getInputStream()).readByte() == 1;
    }

    /** RMI annotates each class with its code base; these classes have none. */
    private static final class Annotated extends ObjectOutputStream {
        Annotated(OutputStream out) throws IOException {
            super(out);
        }

        @Override
        protected void annotateClass(Class<?> of) throws IOException {
            writeObject(null);
        }
    }
}
