package org.esbmt.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** TCP ports of this machine. */
public final class Ports {
    private Ports() {}

    public static boolean listening(InetSocketAddress address) {
        try (Socket s = new Socket()) {
            s.connect(address, 200);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
