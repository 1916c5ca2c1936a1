/**
 * The WebSocket to the sandbox: commands out, answers and events in. Reconnects by itself.
 */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;

export class Connection {
  #socket = null;
  #number = 0;
  #waiting = new Map();
  #wait = FIRST_WAIT;
  #onEvent;
  #onState;

  /**
   * @param {(event: {event: string} & Record<string, any>) => void} onEvent
   * @param {(up: boolean) => void} onState
   */
  constructor(onEvent, onState) {
    this.#onEvent = onEvent;
    this.#onState = onState;
    addEventListener("online", () => this.#socket === null && this.open());
  }

  open() {
    const address = new URL("/ws", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT;
      this.#onState(true);
    };
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    socket.onclose = () => this.#lost(socket);
  }

  /**
   * Sends a command.
   * @param {string} command
   * @param {Record<string, any>} [args]
   * @returns {Promise<any>} the result; rejected with the sandbox's error code and text
   */
  do(command, args = {}) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.reject(new ConnectionLost());
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, command, args }));
    });
  }

  #receive(data) {
    if (data.id === undefined || data.id === null) {
      this.#onEvent(data);
      return;
    }
    const asked = this.#waiting.get(data.id);
    if (!asked) return;
    this.#waiting.delete(data.id);
    if (data.ok) asked.resolve(data.result);
    else asked.reject(new Error(data.error));
  }

  #lost(socket) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    for (const { reject } of this.#waiting.values()) reject(new ConnectionLost());
    this.#waiting.clear();
    this.#onState(false);
    setTimeout(() => this.#socket === null && this.open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 1.7, LONGEST_WAIT);
  }
}

/** The connection broke before the command was answered. */
export class ConnectionLost extends Error {}
